package dev.fovea.chat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Learns a small byte-level vocabulary from a few texts: 256 bytes, then the most frequent pair again and again. For checkpoints
 * that are made to be tried out; the same texts always give the same vocabulary.
 *
 * <p>A capital letter never merges with anything, so that answers in capitals have one token a letter.
 */
public final class TokenizerTrainer {

    /** How words are cut, in the pattern language of vocabularies; that of Qwen2 and later, which engines rebuild from code. */
    static final String SPLIT =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                    + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private record Pair(String left, String right) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byLeft = left.compareTo(other.left);
            return byLeft != 0 ? byLeft : right.compareTo(other.right);
        }
    }

    private TokenizerTrainer() {}

    /**
     * Trains a vocabulary.
     *
     * @param texts what it will have to write
     * @param merges at most so many merges; fewer where every word is one token already
     * @param addedTokens special tokens, whose ids follow the merged ones in this order
     */
    public static TrainedTokenizer train(List<String> texts, int merges, List<AddedToken> addedTokens) {
        Map<List<String>, Integer> words = words(texts);
        List<TrainedTokenizer.Merge> learned = new ArrayList<>();
        Set<String> results = new HashSet<>();
        while (learned.size() < merges) {
            Pair best = mostFrequent(words, results);
            if (best == null) {
                break;
            }
            learned.add(new TrainedTokenizer.Merge(best.left(), best.right()));
            results.add(best.left() + best.right());
            words = merged(words, best);
        }
        return new TrainedTokenizer(learned, addedTokens);
    }

    private static Map<List<String>, Integer> words(List<String> texts) {
        Pattern split = SplitPattern.compile(SPLIT);
        Map<List<String>, Integer> words = new LinkedHashMap<>();
        for (String text : texts) {
            Matcher word = split.matcher(text);
            while (word.find()) {
                String bytes = ByteAlphabet.write(word.group().getBytes(StandardCharsets.UTF_8));
                words.merge(List.of(bytes.split("")), 1, Integer::sum);
            }
        }
        return words;
    }

    /** A second way to a token that is there already is left out: it would take an id for nothing. */
    private static @Nullable Pair mostFrequent(Map<List<String>, Integer> words, Set<String> known) {
        Map<Pair, Integer> counts = new HashMap<>();
        words.forEach((word, count) -> {
            for (int i = 0; i + 1 < word.size(); i++) {
                if (!hasCapital(word.get(i)) && !hasCapital(word.get(i + 1))) {
                    counts.merge(new Pair(word.get(i), word.get(i + 1)), count, Integer::sum);
                }
            }
        });
        Pair best = null;
        int most = 0;
        for (Map.Entry<Pair, Integer> pair : counts.entrySet()) {
            int count = pair.getValue();
            if (known.contains(pair.getKey().left() + pair.getKey().right())) {
                continue;
            }
            if (count > most || (count == most && best != null && pair.getKey().compareTo(best) < 0)) {
                best = pair.getKey();
                most = count;
            }
        }
        return best;
    }

    private static boolean hasCapital(String token) {
        return token.chars().anyMatch(c -> c >= 'A' && c <= 'Z');
    }

    private static Map<List<String>, Integer> merged(Map<List<String>, Integer> words, Pair pair) {
        Map<List<String>, Integer> next = new LinkedHashMap<>();
        words.forEach((word, count) -> next.merge(merged(word, pair), count, Integer::sum));
        return next;
    }

    private static List<String> merged(List<String> word, Pair pair) {
        List<String> joined = new ArrayList<>(word.size());
        for (int i = 0; i < word.size(); i++) {
            boolean here = i + 1 < word.size()
                    && word.get(i).equals(pair.left())
                    && word.get(i + 1).equals(pair.right());
            joined.add(here ? word.get(i) + word.get(++i) : word.get(i));
        }
        return joined;
    }
}
