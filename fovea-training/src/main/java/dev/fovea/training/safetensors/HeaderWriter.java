package dev.fovea.training.safetensors;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The header of a file that is about to be written; tensors follow it in the order in which they were announced. */
public final class HeaderWriter {

    /** What follows must lie at a multiple of the widest number's size, for readers that map the file. */
    private static final int ALIGNMENT = 8;

    private final ObjectNode root = JsonMapper.shared().createObjectNode();
    private final ObjectNode metadata = root.putObject("__metadata__");
    private long end;

    /** A text beside the tensors. */
    public void metadata(String name, String text) {
        metadata.put(name, text);
    }

    /** Announces the next tensor. */
    public void tensor(String name, String format, List<Long> shape, long bytes) {
        ObjectNode node = root.putObject(name);
        node.put("dtype", format);
        shape.forEach(node.putArray("shape")::add);
        node.putArray("data_offsets").add(end).add(end + bytes);
        end += bytes;
    }

    /** Writes length and header. */
    public void write(WritableByteChannel channel) throws IOException {
        byte[] json = root.toString().getBytes(StandardCharsets.UTF_8);
        int padding = Math.floorMod(-json.length, ALIGNMENT);
        ByteBuffer start =
                ByteBuffer.allocate(Long.BYTES + json.length + padding).order(ByteOrder.LITTLE_ENDIAN);
        start.putLong(json.length + padding).put(json);
        while (start.hasRemaining()) {
            start.put((byte) ' ');
        }
        ChannelBytes.writeFully(channel, MemorySegment.ofBuffer(start.flip()));
    }
}
