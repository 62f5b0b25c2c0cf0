package dev.fovea.assets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** The file system as a store needs it, one call a step, so that a test can let any step fail. */
interface FileOperations {

    /** Opens a new file for writing; fails where the name is taken. */
    FileChannel create(Path file) throws IOException;

    void write(FileChannel channel, ByteBuffer bytes) throws IOException;

    /** Forces a file's bytes to the device. */
    void force(FileChannel channel) throws IOException;

    /** What is at a name, without following a symbolic link; empty where nothing is. */
    Optional<BasicFileAttributes> attributes(Path file) throws IOException;

    /** Gives a file a second name; fails where that name is taken. */
    void link(Path file, Path name) throws IOException;

    /** Moves a file over a name, atomically, whatever is there. */
    void replace(Path file, Path name) throws IOException;

    /** Sets the modification time to now. */
    void touch(Path file) throws IOException;

    void deleteIfExists(Path file) throws IOException;

    /** Forces a directory's names to the device. */
    void forceDirectory(Path directory) throws IOException;

    long usableBytes(Path directory) throws IOException;
}
