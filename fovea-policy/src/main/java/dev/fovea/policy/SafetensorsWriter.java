package dev.fovea.policy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes weights as a safetensors file: the header's length, the header, then the values, which lie in memory as in the file.
 *
 * <p>The tied head is written a second time, under its own name. Nobody needs it to load the folder, but vLLM 0.32 on a processor
 * keeps a packed copy of the head that a reload renews only where the file names the head; without it a reloaded server answers with
 * new weights and the old head (measured: log-probabilities off by 0.5).
 */
final class SafetensorsWriter {

    private static final int ALIGNMENT = 8;
    private static final long MAX_WRITE_BYTES = 1L << 30;

    private SafetensorsWriter() {}

    /** Writes a new file and forces it to the disk. */
    static void write(Path file, WeightMemory weights) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] header = header(weights.plan());
            ByteBuffer start = ByteBuffer.allocate(Long.BYTES + header.length).order(ByteOrder.LITTLE_ENDIAN);
            writeFully(channel, start.putLong(header.length).put(header).flip());
            write(channel, weights.all());
            if (isTied(weights.plan())) {
                write(channel, weights.of(weights.plan().embedding()));
            }
            channel.force(true);
        }
    }

    private static byte[] header(WeightPlan plan) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        // transformers refuses a file that does not name the framework.
        root.putObject("__metadata__").put("format", "pt");
        for (WeightPlan.Tensor tensor : plan.tensors()) {
            describe(root.putObject(tensor.name()), tensor, tensor.offset() * Float.BYTES);
        }
        if (isTied(plan)) {
            describe(root.putObject(WeightPlan.HEAD), plan.embedding(), plan.size() * Float.BYTES);
        }
        String json = root.toString();
        return (json + " ".repeat(Math.floorMod(-json.length(), ALIGNMENT))).getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isTied(WeightPlan plan) {
        return !plan.has(WeightPlan.HEAD);
    }

    private static void describe(ObjectNode node, WeightPlan.Tensor tensor, long begin) {
        node.put("dtype", "F32");
        tensor.shape().forEach(node.putArray("shape")::add);
        node.putArray("data_offsets").add(begin).add(begin + tensor.size() * Float.BYTES);
    }

    private static void write(FileChannel channel, MemorySegment values) throws IOException {
        for (long done = 0; done < values.byteSize(); ) {
            long length = Math.min(MAX_WRITE_BYTES, values.byteSize() - done);
            writeFully(channel, values.asSlice(done, length).asByteBuffer());
            done += length;
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
