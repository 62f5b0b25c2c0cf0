package dev.fovea.policy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Writes a checkpoint beside its target, forces every byte to the disk, then renames: a reader never meets half a folder. */
final class FolderWriter {

    private final Path target;
    private final Path parent;

    FolderWriter(Path target) {
        this.target = target.toAbsolutePath();
        Path above = this.target.getParent();
        this.parent = above == null ? this.target : above;
    }

    void write(Map<String, byte[]> otherFiles, WeightMemory weights) throws IOException {
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Files.createDirectories(parent);
        // Not createTempDirectory: its folders are closed to the account of an external engine.
        Path partial = parent.resolve("." + target.getFileName() + ".partial-" + UUID.randomUUID());
        Files.createDirectory(partial);
        try {
            for (Map.Entry<String, byte[]> file : otherFiles.entrySet()) {
                writeForced(partial.resolve(file.getKey()), file.getValue());
            }
            SafetensorsWriter.write(partial.resolve(CheckpointFolder.WEIGHTS), weights);
            force(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            force(parent);
        } finally {
            delete(partial);
        }
    }

    private static void writeForced(Path file, byte[] content) throws IOException {
        Files.write(file, content, StandardOpenOption.CREATE_NEW);
        force(file);
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
