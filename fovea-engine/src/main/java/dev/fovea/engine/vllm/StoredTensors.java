package dev.fovea.engine.vllm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where a checkpoint folder's tensors lie: a safetensors file is the length of its header (8 bytes, little-endian), the header as JSON,
 * and the values.
 *
 * @param byName in the order of the files
 */
record StoredTensors(Map<String, Tensor> byName) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Published headers have up to some MB; more is no header. */
    private static final long LONGEST_HEADER = 100L << 20;

    /**
     * One tensor.
     *
     * @param type as the file names it, for example {@code BF16}
     * @param rows length of the first axis; 1 for a scalar
     * @param position first byte in the file
     * @param bytes of its values
     */
    record Tensor(Path file, String type, long rows, long position, long bytes) {

        /** A part of its values. */
        ByteBuffer read(FileChannel channel, long from, int count) throws IOException {
            ByteBuffer values = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
            while (values.hasRemaining()) {
                if (channel.read(values, position + from + values.position()) < 0) {
                    throw new IOException(file + " ends before its tensors do");
                }
            }
            return values.flip();
        }
    }

    /** All tensors of a folder; none where it holds no safetensors. */
    static StoredTensors of(Path folder) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Path file : files(folder)) {
            read(file, tensors);
        }
        return new StoredTensors(tensors);
    }

    /** Bytes of all files. */
    static long bytes(Path folder) throws IOException {
        long sum = 0;
        for (Path file : files(folder)) {
            sum += Files.size(file);
        }
        return sum;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(".safetensors"))
                    .sorted()
                    .toList();
        }
    }

    private static void read(Path file, Map<String, Tensor> tensors) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Tensor start = new Tensor(file, "", 0, 0, Long.BYTES);
            long length = start.read(channel, 0, Long.BYTES).getLong();
            if (length < 2 || length > Math.min(LONGEST_HEADER, channel.size())) {
                throw new IOException(file + " has no safetensors header");
            }
            byte[] header = start.read(channel, Long.BYTES, (int) length).array();
            JsonNode fields = JSON.readTree(new String(header, StandardCharsets.UTF_8));
            for (Map.Entry<String, JsonNode> field : fields.properties()) {
                if (!field.getKey().equals("__metadata__")) {
                    tensors.put(field.getKey(), tensor(file, Long.BYTES + length, field.getValue()));
                }
            }
        }
    }

    private static Tensor tensor(Path file, long values, JsonNode field) {
        long from = field.at("/data_offsets/0").asLong();
        return new Tensor(
                file,
                field.path("dtype").asString(""),
                field.at("/shape/0").asLong(1),
                values + from,
                field.at("/data_offsets/1").asLong() - from);
    }
}
