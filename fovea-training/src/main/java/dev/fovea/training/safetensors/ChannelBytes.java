package dev.fovea.training.safetensors;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/** Whole reads and writes: a channel may take or give less than it was asked to. */
public final class ChannelBytes {

    /** A buffer holds less than 2 GB. */
    private static final long MAX_WRITE_BYTES = 1L << 30;

    private ChannelBytes() {}

    /** Fills a buffer from a place of a file. */
    public static void readFully(FileChannel channel, long position, ByteBuffer buffer) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
            at += count;
        }
    }

    /** Writes memory of any kind and size at the channel's position; what is off the heap is not copied. */
    public static void writeFully(WritableByteChannel channel, MemorySegment bytes) throws IOException {
        for (long done = 0; done < bytes.byteSize(); ) {
            long length = Math.min(MAX_WRITE_BYTES, bytes.byteSize() - done);
            ByteBuffer buffer = bytes.asSlice(done, length).asByteBuffer();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            done += length;
        }
    }
}
