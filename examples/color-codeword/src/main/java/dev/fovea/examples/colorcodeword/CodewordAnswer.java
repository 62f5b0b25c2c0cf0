package dev.fovea.examples.colorcodeword;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The letters of an answer.
 *
 * @param letters upper case, A to I; may be empty
 */
public record CodewordAnswer(String letters) {

    private static final Pattern WORD = Pattern.compile("(?<![\\p{L}\\p{N}_])[A-I]+(?![\\p{L}\\p{N}_])");
    private static final Pattern OTHER = Pattern.compile("[^A-I]");

    /** The longest run of A to I that stands alone as a word; where there is none, all such letters in order. */
    static CodewordAnswer of(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        String longest = "";
        Matcher matcher = WORD.matcher(upper);
        while (matcher.find()) {
            longest = matcher.group().length() > longest.length() ? matcher.group() : longest;
        }
        return new CodewordAnswer(longest.isEmpty() ? OTHER.matcher(upper).replaceAll("") : longest);
    }

    /** 1 where the answer is the codeword, else 0. */
    double reward(String codeword) {
        return letters.equals(codeword) ? 1.0 : 0.0;
    }

    /** Share of the codeword's positions that agree. */
    double agreement(String codeword) {
        int equal = 0;
        for (int i = 0; i < Math.min(letters.length(), codeword.length()); i++) {
            equal += letters.charAt(i) == codeword.charAt(i) ? 1 : 0;
        }
        return (double) equal / codeword.length();
    }
}
