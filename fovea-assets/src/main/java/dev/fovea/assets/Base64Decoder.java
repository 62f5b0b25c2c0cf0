package dev.fovea.assets;

import static java.util.Objects.checkFromIndexSize;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Strict base64, decoded as it streams by: the standard alphabet, canonical padding, nothing behind it. CR, LF and TAB are line
 * folding and dropped. A blank is refused, because it is what a {@code +} becomes in a form decoder: dropping it would store
 * another picture. Url-safe letters, {@code %xx}, unused bits that are not zero and an empty payload are refused as well.
 *
 * <p>Chunks may have any size. Errors name the position in the payload, counted from 0, and never show the payload. One thread.
 */
public final class Base64Decoder implements ByteSink {

    private static final byte BAD = -1;
    private static final byte FOLD = -2;
    private static final byte PAD = -3;
    private static final byte[] VALUES = values();

    private static final int OUTPUT_BYTES = 3 * 4096;

    private final ByteSink sink;
    private final byte[] output = new byte[OUTPUT_BYTES];
    private int filled;
    private boolean handedOver;

    private int bits;
    private int digits;
    private int padsDue;
    private boolean padded;
    private long position;

    public Base64Decoder(ByteSink sink) {
        this.sink = sink;
    }

    /** Decodes the next part of the payload. */
    @Override
    public void write(byte[] bytes, int offset, int length) {
        checkFromIndexSize(offset, length, bytes.length);
        int at = offset;
        int end = offset + length;
        while (at < end) {
            at = digits == 0 && !padded ? wholeGroups(bytes, at, end) : at;
            if (at < end) {
                one(bytes[at++]);
                position++;
            }
        }
    }

    /** Ends the payload: refuses a missing rest, hands the last bytes over. */
    public void finish() {
        if (digits != 0 || padsDue != 0) {
            throw refused("ends at position " + position + " inside a group of four", "send the whole payload, padded");
        }
        if (filled == 0 && !handedOver) {
            throw refused("is empty", "send the image's bytes");
        }
        flush();
    }

    /** The fast path: groups of four letters; stops at the first byte that is anything else. */
    private int wholeGroups(byte[] bytes, int from, int end) {
        int at = from;
        while (end - at >= 4) {
            int a = VALUES[bytes[at] & 0xFF];
            int b = VALUES[bytes[at + 1] & 0xFF];
            int c = VALUES[bytes[at + 2] & 0xFF];
            int d = VALUES[bytes[at + 3] & 0xFF];
            if ((a | b | c | d) < 0) {
                break;
            }
            emit((a << 18) | (b << 12) | (c << 6) | d, 3);
            at += 4;
        }
        position += at - from;
        return at;
    }

    private void one(byte letter) {
        int value = VALUES[letter & 0xFF];
        switch (value) {
            case FOLD -> {}
            case PAD -> pad();
            case BAD -> throw refusedLetter(letter);
            default -> digit(value);
        }
    }

    private void digit(int value) {
        if (padded) {
            throw refused("goes on at position " + position + " behind its padding", "send one payload, padded once");
        }
        bits = (bits << 6) | value;
        if (++digits == 4) {
            emit(bits, 3);
            bits = 0;
            digits = 0;
        }
    }

    private void pad() {
        if (!padded) {
            startPadding();
        } else if (padsDue == 0) {
            throw refused("has surplus padding at position " + position, "pad to a multiple of four, no further");
        }
        padsDue--;
    }

    private void startPadding() {
        if (digits < 2) {
            throw refused(
                    "has misplaced padding at position " + position, "pad only a last group of two or three letters");
        }
        int unused = digits == 2 ? bits & 0xF : bits & 0x3;
        if (unused != 0) {
            throw refused(
                    "has unused bits that are not zero before position " + position,
                    "send the canonical encoding of the bytes");
        }
        emit(bits << (6 * (4 - digits)), digits - 1);
        padsDue = 4 - digits;
        padded = true;
        bits = 0;
        digits = 0;
    }

    /** Writes the upper {@code bytes} bytes of 24 bits. */
    private void emit(int group, int bytes) {
        if (filled + 3 > OUTPUT_BYTES) {
            flush();
        }
        output[filled] = (byte) (group >> 16);
        output[filled + 1] = (byte) (group >> 8);
        output[filled + 2] = (byte) group;
        filled += bytes;
    }

    private void flush() {
        if (filled > 0) {
            sink.write(output, 0, filled);
            handedOver = true;
            filled = 0;
        }
    }

    private RequestException refusedLetter(byte letter) {
        String at = " at position " + position;
        return switch (letter) {
            case ' ' ->
                refused("has a blank" + at, "a blank is what a damaged '+' looks like; send '+', and no blanks");
            case '-', '_' -> refused("has a url-safe letter" + at, "use the standard alphabet with '+' and '/'");
            case '%' -> refused("has a percent sign" + at, "send base64 without percent-encoding");
            default ->
                refused(
                        "has byte 0x%02x%s".formatted(letter & 0xFF, at),
                        "use the standard alphabet and '=' padding only");
        };
    }

    private static RequestException refused(String what, String remedy) {
        return new RequestException(ErrorCode.INVALID_BASE64, "the image's base64 payload " + what, remedy);
    }

    private static byte[] values() {
        byte[] values = new byte[256];
        Arrays.fill(values, BAD);
        byte[] alphabet =
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < alphabet.length; i++) {
            values[alphabet[i]] = (byte) i;
        }
        values['\r'] = FOLD;
        values['\n'] = FOLD;
        values['\t'] = FOLD;
        values['='] = PAD;
        return values;
    }
}
