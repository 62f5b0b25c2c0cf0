package dev.fovea.chat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text out of ids that come one by one. A character may be spread over several tokens; its bytes wait until it is whole or
 * cannot become whole any more. All pieces joined are what {@link Tokenizer#decode} makes of all ids. One stream, one thread.
 */
public final class StreamDecoder {

    private final Tokenizer tokenizer;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] waiting = {};

    public StreamDecoder(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** The text that is certain now; often empty inside an emoji. */
    public String add(int id) {
        byte[] more = tokenizer.bytes(id);
        return more.length == 0 ? "" : decode(joined(waiting, more), false);
    }

    /** What was waiting: bytes that never became a character are U+FFFD. The decoder may be used again. */
    public String end() {
        String rest = decode(waiting, true);
        decoder.reset();
        return rest;
    }

    private String decode(byte[] bytes, boolean last) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1); // never more units than bytes
        decoder.decode(in, out, last);
        if (last) {
            decoder.flush(out);
        }
        waiting = Arrays.copyOfRange(bytes, in.position(), last ? in.position() : bytes.length);
        return out.flip().toString();
    }

    private static byte[] joined(byte[] left, byte[] right) {
        if (left.length == 0) {
            return right;
        }
        byte[] joined = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }
}
