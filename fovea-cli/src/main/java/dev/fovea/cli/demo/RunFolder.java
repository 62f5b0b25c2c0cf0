package dev.fovea.cli.demo;

import dev.fovea.assets.StoreSettings;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.stream.Stream;

/** Where a run keeps everything. Created here, so that a second run never writes into the first one's records. */
final class RunFolder {

    private final Path root;

    private RunFolder(Path root) {
        this.root = root;
    }

    /**
     * Creates the folder.
     *
     * @throws SetupException where it cannot be written, holds something already or lies on a disk that is nearly full
     */
    static RunFolder create(Path wanted) {
        return create(wanted, StoreSettings.DEFAULT_FREE_SPACE_FLOOR_BYTES);
    }

    static RunFolder create(Path wanted, long freeSpaceFloorBytes) {
        try {
            Path root = Files.createDirectories(wanted.toAbsolutePath()).toRealPath();
            requireEmpty(root, wanted);
            requireSpace(root, wanted, freeSpaceFloorBytes);
            Path probe = Files.createTempFile(root, ".probe", ".tmp");
            Files.delete(probe);
            return new RunFolder(root);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "run folder " + wanted + " cannot be written (" + why(e) + ")",
                    "choose another --out, or check its permissions",
                    e);
        }
    }

    private static void requireEmpty(Path root, Path wanted) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            if (entries.findAny().isPresent()) {
                throw new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        "run folder " + wanted + " is not empty",
                        "choose another --out, or remove it");
            }
        }
    }

    /** The same floor that the image store keeps: better refused now than after the warm-up. */
    private static void requireSpace(Path root, Path wanted, long floorBytes) throws IOException {
        long usable = Files.getFileStore(root).getUsableSpace();
        if (usable < floorBytes) {
            throw new SetupException(
                    ErrorCode.STORAGE_FULL,
                    "the disk of run folder " + wanted + " has " + Figures.bytes(usable) + " left, and "
                            + Figures.bytes(floorBytes) + " are kept free",
                    "free space there, or choose an --out on another disk");
        }
    }

    private static String why(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException file -> "there is a file of that name";
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException gone -> "the folder above it refuses it";
            case FileSystemException refused when refused.getReason() != null -> refused.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    Path root() {
        return root;
    }

    Path images() {
        return root.resolve("assets/images");
    }

    Path records() {
        return root.resolve("records");
    }

    Path weights() {
        return root.resolve("weights");
    }

    Path start() {
        return weights().resolve("start");
    }

    Path checkpoint() {
        return root.resolve("checkpoint");
    }

    Path log() {
        return root.resolve("fovea.log");
    }

    boolean has(String name) {
        return Files.exists(root.resolve(name));
    }

    /** Writes a file whole or not at all. */
    void write(String name, byte[] content) {
        Path target = root.resolve(name);
        Path temporary = root.resolve("." + name + "." + UUID.randomUUID() + ".tmp");
        try {
            try {
                Files.write(temporary, content, StandardOpenOption.CREATE_NEW);
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "could not write " + target + " (" + why(e) + ")",
                    "check free space and permissions of the run folder",
                    e);
        }
    }
}
