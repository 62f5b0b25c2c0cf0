package dev.fovea.assets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The real file system, on which chosen steps fail or crash. */
final class FaultyFileOperations implements FileOperations {

    /** The process ends here: nothing after this step runs, not even clean-up. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final FileOperations real = new NioFileOperations();
    private final Map<String, IOException> failures = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private int stepsUntilCrash = Integer.MAX_VALUE;
    private boolean crashed;
    private long usableBytes = Long.MAX_VALUE;

    FaultyFileOperations failing(String step, String message) {
        failures.put(step, new IOException(message));
        return this;
    }

    FaultyFileOperations crashingAfter(int goodSteps) {
        stepsUntilCrash = goodSteps;
        return this;
    }

    FaultyFileOperations withUsableBytes(long bytes) {
        usableBytes = bytes;
        return this;
    }

    List<String> steps() {
        return steps;
    }

    boolean crashed() {
        return crashed;
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        step("create");
        return real.create(file);
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        ByteBuffer half = bytes.slice(bytes.position(), bytes.remaining() / 2);
        real.write(channel, half);
        step("write");
        real.write(channel, bytes.position(bytes.position() + half.position()));
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        step("force");
        real.force(channel);
    }

    @Override
    public Optional<BasicFileAttributes> attributes(Path file) throws IOException {
        step("attributes");
        return real.attributes(file);
    }

    @Override
    public void link(Path file, Path name) throws IOException {
        step("link");
        real.link(file, name);
    }

    @Override
    public void replace(Path file, Path name) throws IOException {
        step("replace");
        real.replace(file, name);
    }

    @Override
    public void touch(Path file) throws IOException {
        step("touch");
        real.touch(file);
    }

    @Override
    public void deleteIfExists(Path file) throws IOException {
        step("delete");
        real.deleteIfExists(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        step("forceDirectory");
        real.forceDirectory(directory);
    }

    @Override
    public long usableBytes(Path directory) {
        return usableBytes;
    }

    private void step(String name) throws IOException {
        if (crashed || steps.size() >= stepsUntilCrash) {
            crashed = true;
            throw new Crash();
        }
        steps.add(name);
        IOException failure = failures.get(name);
        if (failure != null) {
            throw failure;
        }
    }
}
