package dev.fovea.chat;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The pattern that cuts a text into words before merging. Vocabularies write it for Oniguruma; only what means the same in
 * {@link Pattern} with Unicode classes is taken, the rest is refused: a word cut elsewhere would give other ids, silently.
 */
final class SplitPattern {

    /** Escapes of equal meaning: line ends, tab, white space, general categories of one or two letters, punctuation. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:[rntsSd]|[pP]\\{[A-Z][a-z]?}|\\p{Punct})");

    private static final Pattern GROUP = Pattern.compile("\\(\\?(?!i:|:|!|=|<!|<=)");

    private SplitPattern() {}

    static Pattern compile(String regex) {
        String rest = ESCAPE.matcher(regex).replaceAll("");
        Matcher group = GROUP.matcher(rest);
        if (rest.indexOf('\\') >= 0 || rest.contains("&&") || nestedClass(rest) || group.find()) {
            throw refused(regex, null);
        }
        try {
            return Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS);
        } catch (PatternSyntaxException e) {
            throw refused(regex, e);
        }
    }

    private static boolean nestedClass(String regex) {
        int depth = 0;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (depth > 1) {
                return true;
            }
        }
        return false;
    }

    private static SetupException refused(String regex, @Nullable Throwable cause) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                "tokenizer.json splits words by a pattern this build does not read: " + regex,
                "use a checkpoint of a supported family",
                cause);
    }
}
