package dev.fovea.policy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes {@link GoldenCheckpoints#GENERAL}, with a head of its own, as others publish theirs. Its values fit into bfloat16 and float16
 * alike, so that every form holds the same floats.
 */
final class PublishedFolder {

    static final Qwen3VlConfig CONFIG = withOwnHead(GoldenCheckpoints.GENERAL);

    private final WeightMemory weights;

    PublishedFolder(WeightMemory weights) {
        this.weights = weights;
    }

    static Qwen3VlConfig withOwnHead(Qwen3VlConfig config) {
        Qwen3VlConfig.Text text = config.text();
        return new Qwen3VlConfig(
                new Qwen3VlConfig.Text(
                        text.vocabulary(),
                        text.hidden(),
                        text.layers(),
                        text.heads(),
                        text.keyValueHeads(),
                        text.headChannels(),
                        text.mlp(),
                        text.contextTokens(),
                        text.normEpsilon(),
                        text.ropeTheta(),
                        text.mropeSections(),
                        Qwen3VlConfig.Head.OWN),
                config.vision(),
                config.tokens());
    }

    /** Few bits each: a sign, and a quarter of -2 to 2 times a power of two. */
    static WeightMemory narrowWeights(Qwen3VlConfig config) {
        WeightMemory weights = GoldenCheckpoints.weights(config);
        for (long i = 0; i < weights.plan().size(); i++) {
            float value = weights.all().getAtIndex(ValueLayout.JAVA_FLOAT, i);
            float step = Math.max(Math.scalb(1f, -20), Math.ulp(value) * (1 << 17));
            weights.all().setAtIndex(ValueLayout.JAVA_FLOAT, i, Math.round(value / step) * step);
        }
        return weights;
    }

    /** One file. */
    void write(Path folder, NumberFormat format, UnaryOperator<String> names) throws IOException {
        start(folder);
        Files.write(folder.resolve("model.safetensors"), file(weights.plan().tensors(), format, names));
    }

    /** Three files and their index. */
    void writeShards(Path folder, NumberFormat format, UnaryOperator<String> names) throws IOException {
        start(folder);
        ObjectNode index = JsonMapper.shared().createObjectNode();
        ObjectNode map = index.putObject("weight_map");
        List<WeightPlan.Tensor> tensors = weights.plan().tensors();
        int count = 3;
        for (int shard = 0; shard < count; shard++) {
            String name = "model-0000%d-of-0000%d.safetensors".formatted(shard + 1, count);
            List<WeightPlan.Tensor> part = new ArrayList<>();
            for (int i = shard; i < tensors.size(); i += count) {
                part.add(tensors.get(i));
                map.put(names.apply(tensors.get(i).name()), name);
            }
            Files.write(folder.resolve(name), file(part, format, names));
        }
        Files.writeString(folder.resolve("model.safetensors.index.json"), index.toString());
    }

    private void start(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("config.json"), ConfigWriter.write(CONFIG));
    }

    private byte[] file(List<WeightPlan.Tensor> tensors, NumberFormat format, UnaryOperator<String> names) {
        ObjectNode header = JsonMapper.shared().createObjectNode();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (WeightPlan.Tensor tensor : tensors) {
            ObjectNode node = header.putObject(names.apply(tensor.name()));
            node.put("dtype", format.name());
            tensor.shape().forEach(node.putArray("shape")::add);
            long begin = data.size();
            data.writeBytes(bytes(tensor, format));
            node.putArray("data_offsets").add(begin).add(data.size());
        }
        byte[] json = header.toString().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(8 + json.length + data.size())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(json.length)
                .put(json)
                .put(data.toByteArray())
                .array();
    }

    private byte[] bytes(WeightPlan.Tensor tensor, NumberFormat format) {
        float[] values = weights.of(tensor).toArray(ValueLayout.JAVA_FLOAT);
        ByteBuffer bytes = ByteBuffer.allocate(values.length * format.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            switch (format) {
                case F32 -> bytes.putFloat(value);
                case BF16 -> bytes.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
                case F16 -> bytes.putShort(Float.floatToFloat16(value));
            }
        }
        return bytes.array();
    }
}
