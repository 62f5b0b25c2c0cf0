package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Byte-level byte-pair encoding from a {@code tokenizer.json} or a file of {@link Tiktoken}: normalise, cut into words, merge
 * bytes. Equal to Hugging Face tokenizers and to tiktoken on everything that is not a special token; those never come from text
 * here, only from {@link #specialToken}.
 */
public final class BytePairTokenizer implements Tokenizer {

    private final TokenizerFile file;
    private final int[] byteTokens = new int[256];
    private final byte[] @Nullable [] bytes;
    private final WordCache cache = new WordCache();
    private final SegmentCache segments = new SegmentCache();
    /** Every added token, longer ones first: one may begin with another. */
    private final Pattern marks;

    BytePairTokenizer(TokenizerFile file) {
        this.file = file;
        this.marks = Pattern.compile(file.added().keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|")));
        this.bytes = new byte[size(file)][];
        file.vocabulary().forEach((token, id) -> bytes[id] = ByteAlphabet.read(token));
        file.added().forEach((token, id) -> bytes[id] = token.getBytes(StandardCharsets.UTF_8));
        for (int b = 0; b < byteTokens.length; b++) {
            Integer token = file.vocabulary().get(String.valueOf(ByteAlphabet.character(b)));
            byteTokens[b] = token == null ? -1 : token; // the file was refused without it
        }
    }

    /**
     * Reads a {@code tokenizer.json}.
     *
     * @throws dev.fovea.contract.error.SetupException where the file is missing, or asks for something that would give other
     *     ids here than elsewhere
     */
    public static BytePairTokenizer read(Path tokenizerJson) {
        return new BytePairTokenizer(TokenizerFile.read(tokenizerJson));
    }

    /** The same words and merges with other special tokens, for vocabularies that differ in these alone. */
    public BytePairTokenizer withAddedTokens(Map<String, Integer> added) {
        return new BytePairTokenizer(new TokenizerFile(
                file.normalizes(), file.split(), file.vocabulary(), file.merges(), Map.copyOf(added), file.whole()));
    }

    private static int size(TokenizerFile file) {
        int largest = -1;
        for (Map<String, Integer> tokens : List.of(file.vocabulary(), file.added())) {
            for (int id : tokens.values()) {
                largest = Math.max(largest, id);
            }
        }
        return largest + 1;
    }

    @Override
    public TokenIds encodeMarked(String text) {
        TokenIds ids = TokenIds.empty();
        int done = 0;
        Matcher tokens = marks.matcher(text);
        while (!file.added().isEmpty() && tokens.find()) {
            int id = Objects.requireNonNull(file.added().get(tokens.group()), "the pattern is made of them");
            ids = ids.concat(encode(text.substring(done, tokens.start()))).concat(TokenIds.of(id));
            done = tokens.end();
        }
        return ids.concat(encode(text.substring(done)));
    }

    @Override
    public EncodedText encodeAligned(String text) {
        EncodedText known = segments.find(text);
        if (known != null) {
            return known;
        }
        EncodedText encoded = encodeAnew(text);
        segments.put(text, encoded);
        return encoded;
    }

    private EncodedText encodeAnew(String text) {
        int broken = Surrogates.firstUnpaired(text);
        if (broken >= 0) {
            throw new RequestException(
                    ErrorCode.UNPAIRED_SURROGATE,
                    "the text holds half a surrogate pair at character " + broken,
                    "send valid Unicode");
        }
        NfcText normal = file.normalizes() ? NfcText.of(text) : NfcText.asIs(text);
        IntList ids = new IntList();
        IntList starts = new IntList();
        Matcher words = file.split().matcher(normal.text());
        int done = 0;
        while (words.find()) {
            addWord(normal, done, words.start(), ids, starts); // what no alternative matches is a word too
            addWord(normal, words.start(), words.end(), ids, starts);
            done = words.end();
        }
        addWord(normal, done, normal.text().length(), ids, starts);
        return EncodedText.of(ids.toIds(), starts.toArray());
    }

    private void addWord(NfcText normal, int from, int to, IntList ids, IntList starts) {
        if (from == to) {
            return;
        }
        String word = normal.text().substring(from, to);
        int[] tokens = tokens(word);
        ids.addAll(tokens);
        int characterAt = 0;
        int byteOfCharacter = 0;
        int byteOfToken = 0;
        for (int token : tokens) {
            int codePoint = word.codePointAt(characterAt);
            while (byteOfCharacter + utf8Length(codePoint) <= byteOfToken) {
                byteOfCharacter += utf8Length(codePoint);
                characterAt += Character.charCount(codePoint);
                codePoint = word.codePointAt(characterAt);
            }
            starts.add(normal.origin(from + characterAt));
            byteOfToken += length(token);
        }
    }

    private int[] tokens(String word) {
        int[] known = cache.find(word);
        if (known != null) {
            return known;
        }
        Integer whole = file.whole().get(word);
        int[] merged = whole == null ? merged(word) : new int[] {whole};
        cache.put(word, merged);
        return merged;
    }

    private int[] merged(String word) {
        byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
        int[] single = new int[utf8.length];
        for (int i = 0; i < utf8.length; i++) {
            single[i] = byteTokens[utf8[i] & 0xFF];
        }
        return WordMerger.merge(file.merges(), single);
    }

    private int length(int token) {
        byte[] known = bytes[token];
        return known == null ? 0 : known.length;
    }

    private static int utf8Length(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    @Override
    public OptionalInt specialToken(String text) {
        Integer id = file.added().get(text);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    @Override
    public String decode(TokenIds ids) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(ids.size() * 4);
        ids.stream().forEach(id -> {
            byte[] known = id < bytes.length ? bytes[id] : null;
            if (known != null) {
                text.writeBytes(known);
            }
        });
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] bytes(int id) {
        byte[] known = id < bytes.length ? bytes[id] : null;
        return known == null ? new byte[0] : known.clone();
    }

    @Override
    public int vocabulary() {
        return bytes.length;
    }
}
