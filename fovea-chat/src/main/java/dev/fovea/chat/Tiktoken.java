package dev.fovea.chat;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Vocabularies in the form of tiktoken: a line holds a token's bytes in base64 and its rank. The rank is the id; the merge that
 * makes a token joins the two parts that merging its bytes by all lower ranks leaves.
 */
public final class Tiktoken {

    /** The largest known vocabularies take 5 MB. */
    private static final long MAX_BYTES = 64L << 20;

    private final Map<String, Integer> ranks = new HashMap<>();
    private final List<String> tokens = new ArrayList<>(); // one character a byte

    private Tiktoken(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int blank = line.indexOf(' ');
            String token = blank > 0 ? bytes(line.substring(0, blank)) : "";
            boolean ranked = line.substring(blank + 1).equals(String.valueOf(tokens.size()));
            if (token.isEmpty() || !ranked || ranks.putIfAbsent(token, tokens.size()) != null) {
                throw refused("line " + (tokens.size() + 1) + " of the vocabulary is no new token with its rank");
            }
            tokens.add(token);
        }
    }

    /** Empty where the text is no base64. */
    private static String bytes(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static SetupException refused(String what) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT, what, "use a complete file of tiktoken whose ranks count from 0");
    }

    /**
     * Opens a vocabulary file.
     *
     * @throws SetupException where it is missing or larger than any known one, or where a line is no token
     */
    public static Tiktoken open(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            if (Files.size(file) > MAX_BYTES) {
                throw refused(file + " is larger than " + MAX_BYTES + " bytes");
            }
            return new Tiktoken(in);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    file + (e instanceof NoSuchFileException ? " does not exist" : " does not read"),
                    "give a checkpoint folder with its tiktoken.model",
                    e);
        }
    }

    /** Number of tokens; special ones are numbered from here on. */
    public int size() {
        return tokens.size();
    }

    /**
     * The tokenizer as tiktoken itself has it: no normalisation, a word that is a token is that token, and any two neighbours
     * whose bytes joined are a token may merge, the lowest rank first.
     *
     * @param split the pattern that cuts a text into words
     * @param added special tokens to their ids, none of them a rank
     * @throws SetupException where there is no token for a byte
     */
    public BytePairTokenizer tokenizer(Pattern split, Map<String, Integer> added) {
        Map<String, Integer> vocabulary = HashMap.newHashMap(tokens.size());
        for (int rank = 0; rank < tokens.size(); rank++) {
            vocabulary.put(written(tokens.get(rank)), rank);
        }
        MergeTable merges = merges();
        return new BytePairTokenizer(
                new TokenizerFile(false, split, vocabulary, merges, Map.copyOf(added), unreached(merges)));
    }

    private MergeTable merges() {
        IntList pairs = new IntList();
        for (int rank = 0; rank < tokens.size(); rank++) {
            String token = tokens.get(rank);
            for (int cut = 1; cut < token.length(); cut++) {
                int left = ranks.getOrDefault(token.substring(0, cut), -1);
                int right = ranks.getOrDefault(token.substring(cut), -1);
                if (left >= 0 && right >= 0) {
                    pairs.addAll(new int[] {left, right, rank});
                }
            }
        }
        MergeTable merges = new MergeTable(pairs.size() / 3);
        for (int i = 0; i < pairs.size(); i += 3) {
            merges.put(pairs.get(i), pairs.get(i + 1), pairs.get(i + 2), pairs.get(i + 2));
        }
        return merges;
    }

    /** Tokens that merging their bytes does not give: a word that is one is taken before anything is merged. */
    private Map<String, Integer> unreached(MergeTable merges) {
        int[] single = new int[256];
        for (int b = 0; b < single.length; b++) {
            single[b] = rank(String.valueOf((char) b));
        }
        Map<String, Integer> unreached = new HashMap<>();
        for (int rank = 0; rank < tokens.size(); rank++) {
            String token = tokens.get(rank);
            String word = new String(token.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            boolean isText = word.indexOf('\ufffd') < 0; // half a character is no word
            if (isText
                    && WordMerger.merge(
                                            merges,
                                            token.chars().map(b -> single[b]).toArray())
                                    .length
                            > 1) {
                unreached.put(word, rank);
            }
        }
        return Map.copyOf(unreached);
    }

    /**
     * Reads a vocabulary.
     *
     * @param in the lines, ranks from 0 on without gaps; not closed here
     * @param split the pattern that cuts a text into words
     * @param added special and added tokens to their ids
     * @throws SetupException where a line is no token, or the pattern is not understood
     */
    public static BytePairTokenizer read(InputStream in, String split, Map<String, Integer> added) throws IOException {
        return new BytePairTokenizer(new Tiktoken(in).file(split, added));
    }

    /**
     * The same words and merges as a checkpoint's files can hold them. Ids of single bytes are in byte order there, whatever
     * their ranks are.
     */
    public static TrainedTokenizer trained(InputStream in, List<AddedToken> added) throws IOException {
        Tiktoken file = new Tiktoken(in);
        List<TrainedTokenizer.Merge> merges = new ArrayList<>();
        for (int rank = 0; rank < file.tokens.size(); rank++) {
            List<String> parts =
                    file.tokens.get(rank).length() == 1 ? List.of() : file.parts(file.tokens.get(rank), rank);
            if (parts.size() == 2) {
                merges.add(new TrainedTokenizer.Merge(written(parts.get(0)), written(parts.get(1))));
            }
        }
        return new TrainedTokenizer(merges, added);
    }

    private static String written(String bytes) {
        StringBuilder written = new StringBuilder(bytes.length());
        bytes.chars().forEach(b -> written.append(ByteAlphabet.character(b)));
        return written.toString();
    }

    private TokenizerFile file(String split, Map<String, Integer> added) {
        Map<String, Integer> vocabulary = HashMap.newHashMap(tokens.size());
        MergeTable merges = new MergeTable(tokens.size());
        for (int rank = 0; rank < tokens.size(); rank++) {
            String token = tokens.get(rank);
            vocabulary.put(written(token), rank);
            if (token.length() > 1) {
                List<String> parts = parts(token, rank);
                if (parts.size() == 2) {
                    merges.put(rank(parts.get(0)), rank(parts.get(1)), rank, rank);
                }
            }
        }
        return new TokenizerFile(true, SplitPattern.compile(split), vocabulary, merges, Map.copyOf(added), Map.of());
    }

    private int rank(String token) {
        Integer rank = ranks.get(token);
        if (rank == null) {
            throw refused("the vocabulary lacks a token for a single byte");
        }
        return rank;
    }

    private List<String> parts(String token, int limit) {
        List<String> parts = new ArrayList<>(List.of(token.split("")));
        while (parts.size() > 2) {
            int best = -1;
            int lowest = limit;
            for (int i = 0; i + 1 < parts.size(); i++) {
                int rank = ranks.getOrDefault(parts.get(i) + parts.get(i + 1), limit);
                if (rank < lowest) {
                    best = i;
                    lowest = rank;
                }
            }
            if (best < 0) {
                return parts; // no merge leads here
            }
            parts.set(best, parts.get(best) + parts.remove(best + 1));
        }
        return parts;
    }
}
