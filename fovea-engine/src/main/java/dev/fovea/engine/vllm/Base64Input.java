package dev.fovea.engine.vllm;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/** The padded base64 text of several buffers, one behind the other, made while it is read. */
final class Base64Input extends InputStream {

    /** A multiple of 3, so that only the last block is padded. */
    private static final int BLOCK_BYTES = 3 * 16 * 1024;

    private final List<ByteBuffer> parts;
    private final byte[] raw = new byte[BLOCK_BYTES];
    private final byte[] encoded = new byte[BLOCK_BYTES / 3 * 4];
    private int at;
    private int limit;
    private int part;

    Base64Input(List<ByteBuffer> parts) {
        this.parts = parts.stream().map(ByteBuffer::duplicate).toList();
    }

    @Override
    public int read() {
        return at < limit || fill() ? encoded[at++] : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (at == limit && !fill()) {
            return -1;
        }
        int count = Math.min(length, limit - at);
        System.arraycopy(encoded, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return limit - at;
    }

    private boolean fill() {
        int bytes = 0;
        while (bytes < raw.length && part < parts.size()) {
            ByteBuffer next = parts.get(part);
            int count = Math.min(next.remaining(), raw.length - bytes);
            next.get(raw, bytes, count);
            bytes += count;
            if (!next.hasRemaining()) {
                part++;
            }
        }
        if (bytes == 0) {
            return false;
        }
        byte[] block = bytes == raw.length ? raw : java.util.Arrays.copyOf(raw, bytes);
        limit = Base64.getEncoder().encode(block, encoded);
        at = 0;
        return true;
    }
}
