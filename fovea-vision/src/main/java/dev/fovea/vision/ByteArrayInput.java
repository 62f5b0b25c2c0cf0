package dev.fovea.vision;

import javax.imageio.stream.ImageInputStreamImpl;

/** Bytes in memory for the JDK's readers, without a copy. */
final class ByteArrayInput extends ImageInputStreamImpl {

    private final byte[] bytes;

    ByteArrayInput(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() {
        bitOffset = 0;
        return streamPos < bytes.length ? bytes[(int) streamPos++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        bitOffset = 0;
        int available = (int) Math.min(length, bytes.length - streamPos);
        if (available <= 0) {
            return length == 0 ? 0 : -1;
        }
        System.arraycopy(bytes, (int) streamPos, target, offset, available);
        streamPos += available;
        return available;
    }

    @Override
    public long length() {
        return bytes.length;
    }
}
