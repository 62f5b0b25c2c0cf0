package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Hugging Face folder of a dense Qwen3-VL: {@code config.json}, weights in float32, bfloat16 or float16 in one
 * {@code model.safetensors} or in shards, and files that travel along unread (tokenizer, preprocessor settings). Whatever the
 * format, the arithmetic is float32.
 */
public final class CheckpointFolder {

    static final String CONFIG = "config.json";
    static final String WEIGHTS = "model.safetensors";

    /** Above the largest published tokenizer (11 MB); whatever is larger is no file that travels along. */
    private static final long MAX_OTHER_FILE_BYTES = 64L << 20;

    private final Path path;
    private final Qwen3VlConfig config;

    private CheckpointFolder(Path path, Qwen3VlConfig config) {
        this.path = path;
        this.config = config;
    }

    /**
     * Opens a folder and reads its configuration; the weights are read later.
     *
     * @throws SetupException where the folder is no checkpoint of a Qwen3-VL
     */
    public static CheckpointFolder open(Path path) {
        Path file = path.resolve(CONFIG);
        if (!Files.isRegularFile(file)) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, file + " does not exist", "give a checkpoint folder");
        }
        return new CheckpointFolder(path, ConfigReader.read(bytes(file), file.toString()));
    }

    /** The shape of the model. */
    public Qwen3VlConfig config() {
        return config;
    }

    /**
     * Reads the weights and forgets them.
     *
     * @throws SetupException where a tensor is missing, has another shape than the configuration says, or is cut off
     */
    public void check() {
        weights(MemoryUse.CHECKED).close();
    }

    /**
     * Reads and checks the weights.
     *
     * @throws SetupException as {@link #check} does, or where the memory does not suffice
     */
    WeightMemory weights(MemoryUse use) {
        WeightPlan plan = WeightPlan.of(config);
        use.require(path, plan, HostMemory.now());
        return WeightReader.read(path, plan);
    }

    /** Every file but the weights, by name; the configuration says float32, as the weights are now. */
    Map<String, byte[]> otherFiles() {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> entries = Files.list(path)) {
            for (Path file : entries.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (!name.contains(".safetensors")) {
                    files.put(name, name.equals(CONFIG) ? ConfigWriter.widened(bytes(file)) : bytes(file));
                }
            }
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, path + " cannot be listed", "check the folder's permissions", e);
        }
        return files;
    }

    /**
     * Writes a folder under a name that must be free; it appears whole or not at all.
     *
     * @param otherFiles everything but the weights, {@code config.json} included
     */
    static void write(Path target, Map<String, byte[]> otherFiles, WeightMemory weights) {
        try {
            new FolderWriter(target).write(otherFiles, weights);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "checkpoint " + target + " cannot be written",
                    "free the name, or check space and permissions",
                    e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_OTHER_FILE_BYTES) {
                throw new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        file + " has " + size + " bytes, more than any configuration file",
                        "keep only the model's own files in a checkpoint folder");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, file + " cannot be read", "check the disk and the permissions", e);
        }
    }
}
