package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.safetensors.SafetensorsHeader;
import dev.fovea.training.safetensors.StoredTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a folder's weights into place: one {@code model.safetensors}, or the shards that an index names. Every tensor of the plan
 * must be there once and in its shape; nothing else may be there.
 */
final class WeightReader {

    private final Path folder;
    private final WeightMemory weights;
    private final Set<String> read = new HashSet<>();
    private final Map<String, FoveaException> unknown = new LinkedHashMap<>();

    private WeightReader(Path folder, WeightMemory weights) {
        this.folder = folder;
        this.weights = weights;
    }

    /**
     * The folder's weights as float32.
     *
     * @throws SetupException where a file is missing, truncated or holds other tensors than the plan
     */
    static WeightMemory read(Path folder, WeightPlan plan) {
        WeightMemory weights = new WeightMemory(plan);
        boolean read = false;
        try {
            new WeightReader(folder, weights).read();
            read = true;
            return weights;
        } catch (NoSuchFileException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, e.getFile() + " does not exist", "give a whole checkpoint folder", e);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "the weights in " + folder + " cannot be read",
                    "check the disk and the permissions",
                    e);
        } finally {
            if (!read) {
                weights.close();
            }
        }
    }

    private void read() throws IOException {
        Path whole = folder.resolve(CheckpointFolder.WEIGHTS);
        Path index = folder.resolve(ShardIndex.NAME);
        // transformers takes the single file, too, where both exist
        if (Files.exists(whole) || !Files.exists(index)) {
            readFile(whole, (_, _) -> {});
        } else {
            ShardIndex shards = ShardIndex.read(index);
            for (Path shard : shards.files()) {
                readFile(shard, shards::check);
            }
        }
        requireAll(Files.exists(whole) ? whole : folder);
    }

    /** What is missing is named before what nobody knows: it is mostly the same tensor under another name. */
    private void requireAll(Path source) {
        for (WeightPlan.Tensor tensor : weights.plan().tensors()) {
            if (!read.contains(tensor.name())) {
                throw new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        source + " lacks " + tensor.name(),
                        "take weights and config.json from one checkpoint");
            }
        }
        for (FoveaException first : unknown.values()) {
            throw first;
        }
    }

    @FunctionalInterface
    private interface ShardCheck {
        void check(Path file, SafetensorsHeader header);
    }

    private void readFile(Path file, ShardCheck check) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                Arena arena = Arena.ofConfined()) {
            SafetensorsHeader header = SafetensorsHeader.read(file, channel, WeightReader::refused);
            check.check(file, header);
            TensorReader tensors = new TensorReader(channel, header, arena);
            // the embedding is there when a second head is compared with it
            for (StoredTensor stored : headLast(header.tensors())) {
                read(stored, header, tensors);
            }
        }
    }

    private static FoveaException refused(Path file, String what, @Nullable Throwable cause) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                file + " " + what,
                "take weights and config.json from one checkpoint",
                cause);
    }

    private static List<StoredTensor> headLast(List<StoredTensor> tensors) {
        return tensors.stream()
                .sorted((a, b) -> Boolean.compare(isHead(a), isHead(b)))
                .toList();
    }

    private static boolean isHead(StoredTensor tensor) {
        return TensorNames.canonical(tensor.name()).equals(WeightPlan.HEAD);
    }

    private void read(StoredTensor stored, SafetensorsHeader header, TensorReader tensors) throws IOException {
        String name = TensorNames.canonical(stored.name());
        if (!read.add(name)) {
            throw header.invalid("holds " + name + " a second time");
        }
        WeightPlan plan = weights.plan();
        if (plan.has(name)) {
            WeightPlan.Tensor tensor = plan.tensor(name);
            tensors.read(stored, tensor, weights.of(tensor));
        } else if (name.equals(WeightPlan.HEAD)) {
            checkTiedHead(stored, header, tensors);
        } else {
            unknown.computeIfAbsent(
                    name, _ -> header.invalid("holds " + stored.name() + ", which config.json knows nothing of"));
        }
    }

    private void checkTiedHead(StoredTensor stored, SafetensorsHeader header, TensorReader tensors) throws IOException {
        WeightPlan.Tensor embedding = weights.plan().embedding();
        if (!read.contains(embedding.name())) {
            throw header.invalid("holds a head without the embedding, though config.json ties them");
        }
        MemorySegment expected = weights.of(embedding);
        if (!tensors.equal(stored, embedding.named(WeightPlan.HEAD), expected)) {
            throw header.invalid("holds a head that is not the embedding, though config.json ties them");
        }
    }
}
