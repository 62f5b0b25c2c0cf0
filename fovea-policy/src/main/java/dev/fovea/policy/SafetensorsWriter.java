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

/** Writes weights as a safetensors file: the header's length, the header, then the values, which lie in memory as in the file. */
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
            MemorySegment all = weights.all();
            for (long done = 0; done < all.byteSize(); ) {
                long length = Math.min(MAX_WRITE_BYTES, all.byteSize() - done);
                writeFully(channel, all.asSlice(done, length).asByteBuffer());
                done += length;
            }
            channel.force(true);
        }
    }

    private static byte[] header(WeightPlan plan) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        // transformers refuses a file that does not name the framework.
        root.putObject("__metadata__").put("format", "pt");
        for (WeightPlan.Tensor tensor : plan.tensors()) {
            ObjectNode node = root.putObject(tensor.name());
            node.put("dtype", "F32");
            tensor.shape().forEach(node.putArray("shape")::add);
            long begin = tensor.offset() * Float.BYTES;
            node.putArray("data_offsets").add(begin).add(begin + tensor.size() * Float.BYTES);
        }
        String json = root.toString();
        return (json + " ".repeat(Math.floorMod(-json.length(), ALIGNMENT))).getBytes(StandardCharsets.US_ASCII);
    }

    private static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
