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
        if (filled > CAPACITY - LONGEST) {
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
