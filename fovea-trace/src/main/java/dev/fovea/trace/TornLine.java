package dev.fovea.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** What a killed process leaves at the end of a journal: a line without its end. */
final class TornLine {

    private static final int STEP_BYTES = 64 << 10;

    private TornLine() {}

    /** Cuts the file behind its last whole line, so that the next event does not glue itself to half of one. */
    static void drop(FileChannel channel) throws IOException {
        long end = channel.size();
        while (end > 0) {
            int length = (int) Math.min(STEP_BYTES, end);
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes, end - length + bytes.position()) >= 0) {
                // reads on until the step is full
            }
            for (int i = length - 1; i >= 0; i--) {
                if (bytes.get(i) == '\n') {
                    channel.truncate(end - length + i + 1);
                    return;
                }
            }
            end -= length;
        }
        channel.truncate(0);
    }
}
