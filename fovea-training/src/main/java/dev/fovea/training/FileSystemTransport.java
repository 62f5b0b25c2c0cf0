package dev.fovea.training;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.contract.wire.MicroBatchCodec;
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

/** Rows as {@code rollouts/step_<n>/rank_<r>.bin}: the rename is the signal that a file is whole. */
public final class FileSystemTransport implements MicroBatchTransport {

    private final Path rollouts;

    public FileSystemTransport(Path runFolder) {
        this.rollouts = runFolder.resolve("rollouts");
    }

    @Override
    public void send(long step, int rank, List<MicroBatch> rows) {
        Path target = file(step, rank);
        Path temporary = target.resolveSibling(target.getFileName() + ".tmp");
        try {
            Files.createDirectories(target.getParent());
            try (FileChannel channel = FileChannel.open(
                            temporary,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
                MicroBatchCodec.write(rows, out);
                out.flush();
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed("write", target, e);
        }
    }

    @Override
    public List<MicroBatch> receive(long step, int rank) {
        Path source = file(step, rank);
        try {
            return MicroBatchCodec.read(ByteBuffer.wrap(Files.readAllBytes(source)));
        } catch (IOException e) {
            throw failed("read", source, e);
        }
    }

    @Override
    public void release(long step) {
        Path folder = folder(step);
        try (var files = Files.newDirectoryStream(folder, "rank_*.bin")) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw failed("remove", folder, e);
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
