package dev.fovea.assets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;

/**
 * An unfinished file beside its target: same directory, so that publishing it is one atomic step. Its name is random, since
 * containers that share a volume often share process and thread ids as well.
 */
final class TempFile implements AutoCloseable {

    private final FileOperations files;
    private final Path path;
    private final FileChannel channel;

    private TempFile(FileOperations files, Path path, FileChannel channel) {
        this.files = files;
        this.path = path;
        this.channel = channel;
    }

    static TempFile create(FileOperations files, Path directory) throws IOException {
        Path path = directory.resolve("." + UUID.randomUUID().toString().replace("-", "") + ".tmp");
        return new TempFile(files, path, files.create(path));
    }

    Path path() {
        return path;
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        files.write(channel, ByteBuffer.wrap(bytes, offset, length));
    }

    /** All bytes reach the device; nothing is written after this. */
    void complete() throws IOException {
        files.force(channel);
        channel.close();
    }

    /** The name goes away; a published file keeps its other name. */
    @Override
    public void close() {
        try {
            channel.close();
            files.deleteIfExists(path);
        } catch (IOException e) {
            // The image is stored or refused already; a temporary file that outlives this is the sweep's to remove.
        }
    }
}
