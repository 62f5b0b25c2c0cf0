package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The header of one safetensors file. Believes nothing: its length is bounded, and its tensors fill the file without a gap. */
final class SafetensorsHeader {

    /** Far above what any plan needs; a header is a few hundred bytes a tensor. */
    private static final long MAX_HEADER_BYTES = 16L << 20;

    private final Path file;
    private final Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    private long dataStart;

    private SafetensorsHeader(Path file) {
        this.file = file;
    }

    /**
     * Reads the header of an open file.
     *
     * @param file names it in errors
     */
    static SafetensorsHeader read(Path file, FileChannel channel) throws IOException {
        SafetensorsHeader header = new SafetensorsHeader(file);
        header.read(channel);
        return header;
    }

    private void read(FileChannel channel) throws IOException {
        long size = channel.size();
        int length = length(channel, size);
        dataStart = (long) Long.BYTES + length;
        JsonNode root;
        try {
            root = JsonMapper.shared()
                    .readTree(bytes(channel, Long.BYTES, length).array());
        } catch (JacksonException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, file + " has a header that is no JSON", "copy the file again", e);
        }
        root.forEachEntry((name, node) -> {
            if (!name.equals("__metadata__")) {
                tensors.put(name, tensor(name, node));
            }
        });
        requireNoGap(size - dataStart);
    }

    private int length(FileChannel channel, long size) throws IOException {
        if (size < Long.BYTES) {
            throw invalid("has " + size + " bytes, too few for a header");
        }
        long length = bytes(channel, 0, Long.BYTES).getLong();
        if (length < 2 || length > Math.min(MAX_HEADER_BYTES, size - Long.BYTES)) {
            throw invalid("announces a header of " + Long.toUnsignedString(length) + " bytes in a file of " + size);
        }
        return (int) length;
    }

    private static ByteBuffer bytes(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        FileBytes.readFully(channel, position, buffer);
        return buffer.flip();
    }

    private StoredTensor tensor(String name, JsonNode node) {
        JsonNode offsets = node.path("data_offsets");
        JsonNode shape = node.path("shape");
        if (!shape.isArray()
                || offsets.size() != 2
                || !offsets.get(0).isIntegralNumber()
                || !offsets.get(1).isIntegralNumber()) {
            throw invalid("describes " + name + " without shape or data_offsets");
        }
        return new StoredTensor(
                name,
                node.path("dtype").asString(""),
                shape.valueStream().map(JsonNode::asLong).toList(),
                offsets.get(0).asLong(),
                offsets.get(1).asLong());
    }

    private void requireNoGap(long dataBytes) {
        long end = 0;
        for (StoredTensor tensor : tensors.values().stream()
                .sorted(Comparator.comparingLong(StoredTensor::begin).thenComparingLong(StoredTensor::end))
                .toList()) {
            if (tensor.begin() != end || tensor.end() < tensor.begin()) {
                throw invalid(
                        "places " + tensor.name() + " at byte " + tensor.begin() + " where byte " + end + " is due");
            }
            end = tensor.end();
        }
        if (end != dataBytes) {
            throw invalid("holds " + dataBytes + " bytes of data where its header announces " + end);
        }
    }

    /** Every tensor of the file. */
    List<StoredTensor> tensors() {
        return List.copyOf(tensors.values());
    }

    /** Where a tensor's bytes begin in the file. */
    long position(StoredTensor tensor) {
        return dataStart + tensor.begin();
    }

    SetupException invalid(String what) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT, file + " " + what, "take weights and config.json from one checkpoint");
    }
}
