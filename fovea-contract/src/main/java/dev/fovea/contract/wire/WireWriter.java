package dev.fovea.contract.wire;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Positional structs in MessagePack, byte for byte as the field's transport writes them: arrays at full length, integers in
 * the smallest form, floats always in 64 bits, absent members as nil. One thread.
 */
final class WireWriter {

    private static final int REAL_BYTES = 9;
    private static final byte[] TRUE = {(byte) 0xc3};
    private static final byte[] FALSE = {(byte) 0xc2};

    private final ByteSink out;

    WireWriter(OutputStream target) {
        this.out = new ByteSink(target);
    }

    void flush() throws IOException {
        out.flush();
    }

    void struct(int fields) throws IOException {
        header(fields, 0x90, 15, 0xdc);
    }

    /** A header with its size in the low bits of {@code fix} up to {@code most}, else in 16 or 32 bits. */
    private void header(int size, int fix, int most, int wide) throws IOException {
        if (size <= most) {
            out.put(fix | size);
        } else if (size <= 0xffff) {
            out.put16(wide, size);
        } else {
            out.put32(wide + 1, size);
        }
    }

    void nil() throws IOException {
        out.put(0xc0);
    }

    void number(long value) throws IOException {
        if (value >= 0) {
            positive(value);
        } else {
            negative(value);
        }
    }

    private void positive(long value) throws IOException {
        if (value <= 0x7f) {
            out.put((int) value);
        } else if (value <= 0xff) {
            out.put8(0xcc, (int) value);
        } else if (value <= 0xffff) {
            out.put16(0xcd, (int) value);
        } else if (value <= 0xffff_ffffL) {
            out.put32(0xce, (int) value);
        } else {
            out.put64(0xcf, value);
        }
    }

    private void negative(long value) throws IOException {
        if (value >= -32) {
            out.put((int) value);
        } else if (value >= Byte.MIN_VALUE) {
            out.put8(0xd0, (int) value);
        } else if (value >= Short.MIN_VALUE) {
            out.put16(0xd1, (int) value);
        } else if (value >= Integer.MIN_VALUE) {
            out.put32(0xd2, (int) value);
        } else {
            out.put64(0xd3, value);
        }
    }

    void optionalNumber(@Nullable Long value) throws IOException {
        if (value == null) {
            nil();
        } else {
            number(value);
        }
    }

    void real(double value) throws IOException {
        out.put64(0xcb, Double.doubleToRawLongBits(value));
    }

    void bytes(byte[] value) throws IOException {
        if (value.length <= 0xff) {
            out.put8(0xc4, value.length);
        } else if (value.length <= 0xffff) {
            out.put16(0xc5, value.length);
        } else {
            out.put32(0xc6, value.length);
        }
        out.put(value);
    }

    void text(@Nullable String value) throws IOException {
        if (value == null) {
            nil();
            return;
        }
        out.put(encoded(value));
    }

    private static byte[] encoded(String value) {
        byte[] utf8 = utf8(value);
        int length = utf8.length;
        ByteBuffer text = ByteBuffer.allocate(length + 5);
        if (length <= 31) {
            text.put((byte) (0xa0 | length));
        } else if (length <= 0xff) {
            text.put((byte) 0xd9).put((byte) length);
        } else if (length <= 0xffff) {
            text.put((byte) 0xda).putShort((short) length);
        } else {
            text.put((byte) 0xdb).putInt(length);
        }
        text.put(utf8);
        return Arrays.copyOf(text.array(), text.position());
    }

    /** Half a surrogate pair has no UTF-8; to write a question mark in its place would change a name unseen. */
    private static byte[] utf8(String value) {
        if (value.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
            throw new RequestException(
                    ErrorCode.INVALID_WIRE_DATA,
                    "text with half of a surrogate pair cannot be written",
                    "give text that UTF-8 can hold");
        }
        return value.getBytes(StandardCharsets.UTF_8);
    }

    void ids(@Nullable TokenIds ids) throws IOException {
        if (ids == null) {
            nil();
            return;
        }
        struct(ids.size());
        ids.<IOException>visit(out::putIds);
    }

    void mask(TokenMask mask) throws IOException {
        struct(mask.size());
        mask.<IOException>forEachRun((value, tokens) -> out.repeat(value ? TRUE : FALSE, tokens));
    }

    void values(@Nullable TokenValues values) throws IOException {
        if (values == null) {
            nil();
            return;
        }
        struct(values.size());
        values.visit(new TokenValues.PieceVisitor<IOException>() {
            @Override
            public void constant(double value, int tokens) throws IOException {
                out.repeat(
                        ByteBuffer.allocate(REAL_BYTES)
                                .put((byte) 0xcb)
                                .putDouble(value)
                                .array(),
                        tokens);
            }

            @Override
            public void stretch(double[] array, int from, int to) throws IOException {
                out.putReals(array, from, to);
            }
        });
    }

    void numbers(@Nullable List<Integer> numbers) throws IOException {
        if (numbers == null) {
            nil();
            return;
        }
        struct(numbers.size());
        for (int number : numbers) {
            number(number);
        }
    }

    void names(TokenNames names) throws IOException {
        struct(names.size());
        names.<IOException>forEachRun((name, tokens) -> out.repeat(encoded(name), tokens));
    }

    /** A JSON-like value: map with text keys, list, text, number, boolean or nil. */
    void value(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> nil();
            case String text -> text(text);
            case Boolean truth -> out.put(truth ? 0xc3 : 0xc2);
            case Integer number -> number(number);
            case Long number -> number(number);
            case Number number -> real(number.doubleValue());
            case List<?> list -> {
                struct(list.size());
                for (Object item : list) {
                    value(item);
                }
            }
            case Map<?, ?> map -> {
                header(map.size(), 0x80, 15, 0xde);
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text((String) entry.getKey());
                    value(entry.getValue());
                }
            }
            default -> throw new IllegalArgumentException("no wire form for " + value.getClass());
        }
    }
}
