package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.training.safetensors.SafetensorsHeader;
import dev.fovea.training.safetensors.StoredTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code model.safetensors.index.json}: which file holds which tensor. */
final class ShardIndex {

    static final String NAME = "model.safetensors.index.json";

    /** The published folders have up to 0.1 MB; each tensor takes some hundred bytes. */
    private static final long MAX_BYTES = 16L << 20;

    private final Path file;
    private final Map<String, String> shards = new LinkedHashMap<>();

    private ShardIndex(Path file) {
        this.file = file;
    }

    static ShardIndex read(Path file) throws IOException {
        ShardIndex index = new ShardIndex(file);
        index.read();
        return index;
    }

    private void read() throws IOException {
        long size = Files.size(file);
        if (size > MAX_BYTES) {
            throw invalid("has " + size + " bytes, more than any index");
        }
        JsonNode map;
        try {
            map = JsonMapper.shared().readTree(Files.readAllBytes(file)).path("weight_map");
        } catch (JacksonException e) {
            throw new SetupException(ErrorCode.INVALID_CHECKPOINT, file + " is no JSON", "copy the file again", e);
        }
        if (!map.isObject() || map.isEmpty()) {
            throw invalid("has no weight_map");
        }
        map.forEachEntry((tensor, shard) -> shards.put(tensor, shardName(tensor, shard)));
    }

    /** A plain name: an index must not lead out of its folder. */
    private String shardName(String tensor, JsonNode shard) {
        String name = shard.isString() ? shard.asString() : "";
        if (!name.endsWith(".safetensors") || name.contains("/") || name.contains("\\") || name.contains("\0")) {
            throw invalid("sends " + tensor + " to " + shard + ", which is no file of this folder");
        }
        return name;
    }

    /** The files, each once; the head's is the last one, because a tied head is compared with the embedding. */
    List<Path> files() {
        TreeSet<String> names = new TreeSet<>(shards.values());
        List<String> ordered = new ArrayList<>(names);
        shards.forEach((tensor, name) -> {
            if (TensorNames.canonical(tensor).equals(WeightPlan.HEAD)) {
                ordered.remove(name);
                ordered.add(name);
            }
        });
        return ordered.stream().map(file::resolveSibling).toList();
    }

    /** A shard holds the tensors that the index sends to it, and no other. */
    void check(Path shard, SafetensorsHeader header) {
        String name = String.valueOf(shard.getFileName());
        for (StoredTensor tensor : header.tensors()) {
            if (!name.equals(shards.get(tensor.name()))) {
                throw header.invalid("holds " + tensor.name() + ", which " + NAME + " does not send there");
            }
        }
        long sent = shards.values().stream().filter(name::equals).count();
        if (sent != header.tensors().size()) {
            TreeSet<String> missing = new TreeSet<>();
            shards.forEach((tensor, at) -> {
                if (name.equals(at)) {
                    missing.add(tensor);
                }
            });
            header.tensors().forEach(tensor -> missing.remove(tensor.name()));
            throw header.invalid("lacks " + missing.first() + ", which " + NAME + " sends there");
        }
    }

    private SetupException invalid(String what) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT, file + " " + what, "copy the whole checkpoint folder again");
    }
}
