package dev.fovea.policy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Whole reads: a channel may give less than was asked for. */
final class FileBytes {

    private FileBytes() {}

    static void readFully(FileChannel channel, long position, ByteBuffer buffer) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
            at += count;
        }
    }
}
