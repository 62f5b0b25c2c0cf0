package dev.fovea.training;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.contract.wire.WireCodec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/** Rows as {@code rollouts/step_<n>/rank_<r>.bin}: the rename is the signal that a file is whole. */
public final class FileSystemTransport implements MicroBatchTransport {

    private final Path rollouts;

    public FileSystemTransport(Path runFolder) {
        this.rollouts = runFolder.resolve("rollouts");
    }

    @Override
    public void send(long step, int rank, List<MicroBatch> rows) {
        Path target = file(step, rank);
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            Files.createDirectories(target.getParent());
            try (FileChannel channel =
                            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
                WireCodec.MICRO_BATCHES.write(rows, out);
                out.flush();
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            discard(temporary, e);
            throw failed("write", target, e);
        }
    }

    private static void discard(Path temporary, IOException cause) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public List<MicroBatch> receive(long step, int rank) {
        Path source = file(step, rank);
        try {
            return WireCodec.MICRO_BATCHES.read(ByteBuffer.wrap(Files.readAllBytes(source)));
        } catch (IOException e) {
            throw failed("read", source, e);
        }
    }

    @Override
    public void release(long step, int rank) {
        Path file = file(step, rank);
        try {
            Files.delete(file);
            if (isEmpty(folder(step))) {
                Files.delete(folder(step));
            }
        } catch (IOException e) {
            throw failed("remove", file, e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        }
    }

    private Path folder(long step) {
        return rollouts.resolve("step_" + step);
    }

    private Path file(long step, int rank) {
        return folder(step).resolve("rank_" + rank + ".bin");
    }

    private static StorageException failed(String action, Path path, IOException cause) {
        return new StorageException(
                ErrorCode.STORAGE_FAILED,
                "could not " + action + " " + path + " (" + cause + ")",
                "check free space and permissions of the run folder",
                cause);
    }
}
