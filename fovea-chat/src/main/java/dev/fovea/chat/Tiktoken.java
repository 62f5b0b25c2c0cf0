package dev.fovea.chat;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Vocabularies in the form of tiktoken: a line holds a token's bytes in base64 and its rank. The rank is the id; the merge that
 * makes a token joins the two parts that merging its bytes by all lower ranks leaves.
 */
public final class Tiktoken {

    private final Map<String, Integer> ranks = new HashMap<>();
    private final List<String> tokens = new ArrayList<>(); // one character a byte

    private Tiktoken(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int blank = line.indexOf(' ');
            if (blank < 0 || !line.substring(blank + 1).equals(String.valueOf(tokens.size()))) {
                throw new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        "line " + (tokens.size() + 1) + " of the vocabulary is no token with its rank",
                        "use a file of tiktoken whose ranks count from 0");
            }
            byte[] bytes = Base64.getDecoder().decode(line.substring(0, blank));
            String token = new String(bytes, StandardCharsets.ISO_8859_1);
            ranks.put(token, tokens.size());
            tokens.add(token);
        }
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
        return new TokenizerFile(true, SplitPattern.compile(split), vocabulary, merges, Map.copyOf(added));
    }

    private int rank(String token) {
        Integer rank = ranks.get(token);
        if (rank == null) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    "the vocabulary lacks a token for a single byte",
                    "use a complete file of tiktoken");
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
