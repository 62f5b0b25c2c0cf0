package dev.fovea.assets;

/** Takes bytes as they come. The array is the caller's again as soon as the call returns. */
@FunctionalInterface
public interface ByteSink {

    /** Takes {@code length} bytes from {@code offset} on. */
    void write(byte[] bytes, int offset, int length);
}
