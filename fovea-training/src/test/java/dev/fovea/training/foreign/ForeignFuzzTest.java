package dev.fovea.training.foreign;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.StorageException;
import dev.fovea.trace.Origin;
import dev.fovea.training.safetensors.SafetensorsHeader;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.TokenTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces, doubles, swaps and removes parts of other people's records: each is read or refused, and nothing else. How many of them,
 * the property {@code fovea.fuzz.mutations} says.
 */
class ForeignFuzzTest {

    private static final int MUTATIONS = Integer.getInteger("fovea.fuzz.mutations", 5_000);

    private static final List<JsonNode> ODD = List.of(
            json("null"),
            json("true"),
            json("-1"),
            json("0"),
            json("1.5"),
            json("1e999"),
            json("2147483648"),
            json("9223372036854775808"),
            json("123456789012345678901234567890"),
            json("\"\""),
            json("\"x\""),
            json("\"\\ud800\""),
            json("[]"),
            json("[[1]]"),
            json("[1,2,3]"),
            json("[null]"),
            json("[\"a\"]"),
            json("{}"),
            json("{\"a\":{\"b\":[{}]}}"),
            json("{\"type\":\"image_url\"}"));

    @TempDir
    private Path folder;

    @Test
    void anyTraceIsReadOrRefused() throws IOException {
        try (InputStream seeds =
                Objects.requireNonNull(ForeignFuzzTest.class.getResourceAsStream("/foreign-traces.jsonl"))) {
            String lines = new String(seeds.readAllBytes(), StandardCharsets.UTF_8);
            mutate(
                    lines.lines().map(ForeignFuzzTest::json).toList(),
                    trace -> sample(ForeignTraceReader.read(trace, index -> ForeignSidecar.NONE)));
        }
    }

    @Test
    void anyFlatRecordIsReadOrRefused() {
        JsonNode record = json("""
                {"example_id": 3, "reward": 0.5, "is_truncated": true, "error": null, "trajectory_id": "t",
                 "prompt": [{"role": "user", "content": "q"}], "completion": [{"role": "assistant", "content": "a"}],
                 "trajectory": [
                   {"prompt": [{"role": "user", "content": [{"type": "text", "text": "q"}]}],
                    "tokens": {"prompt_ids": [1, 2], "completion_ids": [10, 11], "completion_mask": [1, 1],
                               "completion_logprobs": [-0.1, -0.2], "multi_modal_data": null}},
                   {"prompt": [],
                    "tokens": {"prompt_ids": [1, 2, 10, 11, 3], "completion_ids": [12, 4, 13], "completion_mask": [1, 0, 1],
                               "completion_logprobs": [-0.3, 0.0, -0.4]}}]}
                """);
        mutate(List.of(record), flat -> sample(FlatRecordReader.read(flat)));
    }

    @Test
    void anySafetensorsHeaderIsReadOrRefused() throws IOException {
        Path file = folder.resolve("x.safetensors");
        JsonNode header = json("""
                {"__metadata__": {"format": "pt"}, "a": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
                 "b": {"dtype": "I64", "shape": [1], "data_offsets": [16, 24]}}
                """);
        Random lengths = new Random(1);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            mutate(List.of(header), mutated -> {
                try {
                    write(channel, mutated, lengths);
                    SafetensorsHeader.read(
                            file,
                            channel,
                            (of, what, cause) -> new StorageException(
                                    ErrorCode.STORAGE_FAILED, of + " " + what, "write it again", cause));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    private static void write(FileChannel channel, JsonNode header, Random lengths) throws IOException {
        byte[] json = header.toString().getBytes(StandardCharsets.UTF_8);
        long announced = lengths.nextInt(20) > 0 ? json.length : lengths.nextLong() >> lengths.nextInt(64);
        ByteBuffer bytes = ByteBuffer.allocate(8 + json.length + 24).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(announced).put(json).clear();
        channel.truncate(0);
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    private static void sample(ForeignRollout rollout) {
        new BranchSampler("e", 1.0, Origin.SAMPLED, new TokenTypes.Spans()).samples(rollout.branches());
    }

    private static void mutate(List<JsonNode> seeds, Consumer<JsonNode> reader) {
        seeds.forEach(reader);
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < MUTATIONS; round++) {
            JsonNode mutated = seeds.get(random.nextInt(seeds.size())).deepCopy();
            for (int times = 1 + random.nextInt(3); times > 0; times--) {
                mutate(mutated, random);
            }
            assertDoesNotThrow(
                    () -> {
                        try {
                            reader.accept(mutated);
                        } catch (FoveaException refused) {
                            if (refused.what().length() > 2_000) {
                                throw new IllegalStateException("a refusal that repeats what it refuses", refused);
                            }
                        }
                    },
                    () -> "seed " + seed + ", " + mutated);
        }
    }

    private static void mutate(JsonNode root, Random random) {
        List<JsonNode> places = new ArrayList<>();
        collect(root, places);
        JsonNode at = places.get(random.nextInt(places.size()));
        JsonNode other = random.nextInt(4) == 0
                ? places.get(random.nextInt(places.size())).deepCopy()
                : ODD.get(random.nextInt(ODD.size())).deepCopy();
        switch (at) {
            case ObjectNode object -> {
                List<String> names = new ArrayList<>(object.propertyNames());
                if (names.isEmpty() || random.nextInt(10) == 0) {
                    object.set("more", other);
                } else if (random.nextInt(5) == 0) {
                    object.remove(names.get(random.nextInt(names.size())));
                } else {
                    object.set(names.get(random.nextInt(names.size())), other);
                }
            }
            case ArrayNode array -> {
                int index = random.nextInt(array.size() + 1);
                if (index == array.size() || random.nextInt(3) == 0) {
                    array.insert(index, other);
                } else if (random.nextInt(3) == 0) {
                    array.remove(index);
                } else {
                    array.set(index, other);
                }
            }
            default -> throw new IllegalStateException("only objects and lists are collected");
        }
    }

    private static void collect(JsonNode node, List<JsonNode> places) {
        if (node.isContainer()) {
            places.add(node);
            node.forEach(inner -> collect(inner, places));
        }
    }

    private static JsonNode json(String text) {
        return text.equals("1e999")
                ? JsonNodeFactory.instance.numberNode(Double.POSITIVE_INFINITY)
                : JsonMapper.shared().readTree(text);
    }
}
