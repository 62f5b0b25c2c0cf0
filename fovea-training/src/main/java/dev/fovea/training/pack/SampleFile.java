package dev.fovea.training.pack;

import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.contract.wire.TrainingBatchIndex;
import dev.fovea.contract.wire.WireCodec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The samples of a batch's file ({@code train_rollouts.bin}), each read when it is asked for. Thread safe. */
public final class SampleFile implements SampleSource, AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private final TrainingBatchIndex index;

    private SampleFile(Path file, FileChannel channel, TrainingBatchIndex index) {
        this.file = file;
        this.channel = channel;
        this.index = index;
    }

    /**
     * Opens a file and finds its samples.
     *
     * @throws dev.fovea.contract.error.RequestException with the byte offset where it is no batch
     * @throws StorageException where it cannot be read
     */
    public static SampleFile open(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            TrainingBatchIndex index = TrainingBatchIndex.read(in, Files.size(file));
            return new SampleFile(file, FileChannel.open(file, StandardOpenOption.READ), index);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** The step that the samples belong to. */
    public long step() {
        return index.step();
    }

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public TrainingSample get(int sample) {
        int length = Math.toIntExact(index.end(sample) - index.start(sample));
        ByteBuffer bytes = ByteBuffer.allocate(length);
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, index.start(sample) + bytes.position()) < 0) {
                    throw new IOException("it has become shorter");
                }
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        return WireCodec.TRAINING_SAMPLE.read(bytes.flip());
    }

    private static StorageException unreadable(Path file, IOException cause) {
        return new StorageException(
                ErrorCode.STORAGE_FAILED,
                file + " cannot be read (" + cause.getMessage() + ")",
                "name a file that a sample writer has finished",
                cause);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }
}
