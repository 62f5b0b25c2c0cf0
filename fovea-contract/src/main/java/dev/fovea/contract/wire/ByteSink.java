package dev.fovea.contract.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian bytes on their way to a stream. A row has millions of small ones: a call of the stream for each would cost most. */
final class ByteSink {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int CAPACITY = 1 << 16;

    /** A tag and eight bytes. */
    private static final int LONGEST = 9;

    private final OutputStream target;
    private final byte[] buffer = new byte[CAPACITY];
    private int filled;

    ByteSink(OutputStream target) {
        this.target = target;
    }

    private void reserve() throws IOException {
        reserve(LONGEST);
    }

    private void reserve(int bytes) throws IOException {
        if (filled > CAPACITY - bytes) {
            drain();
        }
    }

    private void drain() throws IOException {
        target.write(buffer, 0, filled);
        filled = 0;
    }

    void put(int value) throws IOException {
        reserve();
        buffer[filled++] = (byte) value;
    }

    void put8(int tag, int value) throws IOException {
        reserve();
        buffer[filled] = (byte) tag;
        buffer[filled + 1] = (byte) value;
        filled += 2;
    }

    void put16(int tag, int value) throws IOException {
        reserve();
        buffer[filled] = (byte) tag;
        SHORT.set(buffer, filled + 1, (short) value);
        filled += 3;
    }

    void put32(int tag, int value) throws IOException {
        reserve();
        buffer[filled] = (byte) tag;
        INT.set(buffer, filled + 1, value);
        filled += 5;
    }

    void put64(int tag, long value) throws IOException {
        reserve();
        buffer[filled] = (byte) tag;
        LONG.set(buffer, filled + 1, value);
        filled += LONGEST;
    }

    /** Numbers from 0 on, each in its smallest form. Its size is chosen without a branch: sizes of token ids cannot be guessed. */
    void putIds(int[] ids, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            reserve(Long.BYTES);
            int end = Math.min(to, at + (CAPACITY - filled) / Long.BYTES);
            int place = filled;
            for (; at < end; at++) {
                int id = ids[at];
                if (id <= 0x7f) {
                    buffer[place++] = (byte) id;
                } else if (id <= 0xff) {
                    SHORT.set(buffer, place, (short) (0xcc00 | id));
                    place += 2;
                } else {
                    boolean wide = id > 0xffff;
                    LONG.set(buffer, place, wide ? 0xceL << 56 | (long) id << 24 : 0xcdL << 56 | (long) id << 40);
                    place += wide ? 5 : 3;
                }
            }
            filled = place;
        }
    }

    /** Numbers in 64 bits behind their tag. */
    void putReals(double[] values, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            reserve(LONGEST);
            int end = Math.min(to, at + (CAPACITY - filled) / LONGEST);
            int place = filled;
            for (; at < end; at++, place += LONGEST) {
                buffer[place] = (byte) 0xcb;
                LONG.set(buffer, place + 1, Double.doubleToRawLongBits(values[at]));
            }
            filled = place;
        }
    }

    /** The same bytes again and again: what was written is copied in pieces that double. */
    void repeat(byte[] pattern, int times) throws IOException {
        if (pattern.length > CAPACITY) {
            for (int i = 0; i < times; i++) {
                put(pattern);
            }
            return;
        }
        int left = times;
        while (left > 0) {
            reserve(pattern.length);
            int fits = Math.min(left, (CAPACITY - filled) / pattern.length);
            int start = filled;
            int end = start + fits * pattern.length;
            System.arraycopy(pattern, 0, buffer, start, pattern.length);
            for (int done = start + pattern.length; done < end; ) {
                int copied = Math.min(done - start, end - done);
                System.arraycopy(buffer, start, buffer, done, copied);
                done += copied;
            }
            filled = end;
            left -= fits;
        }
    }

    void put(byte[] bytes) throws IOException {
        if (bytes.length > CAPACITY - filled) {
            drain();
        }
        if (bytes.length > CAPACITY) {
            target.write(bytes);
        } else {
            System.arraycopy(bytes, 0, buffer, filled, bytes.length);
            filled += bytes.length;
        }
    }

    void flush() throws IOException {
        drain();
        target.flush();
    }
}
