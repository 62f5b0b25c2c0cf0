package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * Reasoning markers that a vocabulary has no tokens for, so that models spell them. A view of the tokenizer with ids of its own
 * behind the vocabulary's: one for each marker, and one for each byte, because a token may hold the end of a marker and what
 * follows it. Ids of the view are never given to a model. Immutable and thread safe.
 */
public final class SpelledMarkers implements Tokenizer {

    private static final int BYTES = 256;

    private final Tokenizer tokenizer;
    private final String open;
    private final String close;

    /**
     * A view of a tokenizer.
     *
     * @param open begins reasoning, in ASCII
     * @param close ends it, in ASCII
     */
    public SpelledMarkers(Tokenizer tokenizer, String open, String close) {
        this.tokenizer = tokenizer;
        this.open = open;
        this.close = close;
    }

    /** The view's id of the opener. */
    public int open() {
        return tokenizer.vocabulary();
    }

    /** The view's id of the closer. */
    public int close() {
        return tokenizer.vocabulary() + 1;
    }

    /** The ids that spell the closer in a prompt. */
    TokenIds closing() {
        return tokenizer.encode(close);
    }

    int single(int b) {
        return tokenizer.vocabulary() + 2 + b;
    }

    byte[] sampled(int id) {
        return tokenizer.bytes(id);
    }

    /** The first marker in bytes that are written as characters. */
    Marker find(CharSequence bytes) {
        String text = bytes.toString();
        int opens = text.indexOf(open);
        int closes = text.indexOf(close);
        if (opens >= 0 && (closes < 0 || opens < closes)) {
            return new Marker(open(), opens, opens + open.length());
        }
        return closes < 0 ? Marker.NONE : new Marker(close(), closes, closes + close.length());
    }

    /** Index from which the bytes may still become a marker, or their number. */
    int undecided(CharSequence bytes) {
        String text = bytes.toString();
        for (int from = Math.max(0, text.length() - Math.max(open.length(), close.length()));
                from < text.length();
                from++) {
            String rest = text.substring(from);
            if (open.startsWith(rest) || close.startsWith(rest)) {
                return from;
            }
        }
        return text.length();
    }

    /** Where a marker stands among bytes. */
    record Marker(int id, int from, int end) {
        static final Marker NONE = new Marker(-1, -1, -1);
    }

    @Override
    public TokenIds encodeMarked(String text) {
        return tokenizer.encodeMarked(text);
    }

    @Override
    public EncodedText encodeAligned(String text) {
        return tokenizer.encodeAligned(text);
    }

    @Override
    public OptionalInt specialToken(String text) {
        return tokenizer.specialToken(text);
    }

    @Override
    public String decode(TokenIds ids) {
        if (ids.stream().allMatch(id -> id < open())) {
            return tokenizer.decode(ids);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ids.stream().forEach(id -> bytes.writeBytes(bytes(id)));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] bytes(int id) {
        if (id < open()) {
            return tokenizer.bytes(id);
        }
        if (id == open() || id == close()) {
            return (id == open() ? open : close).getBytes(StandardCharsets.US_ASCII);
        }
        return id < vocabulary() ? new byte[] {(byte) (id - single(0))} : new byte[0];
    }

    @Override
    public int vocabulary() {
        return single(BYTES);
    }
}
