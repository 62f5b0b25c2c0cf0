package dev.fovea.training.safetensors;

import dev.fovea.contract.error.FoveaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The header of one safetensors file. Believes nothing: its length is bounded, and its tensors fill the file without a gap. */
public final class SafetensorsHeader {

    /** What a reader says of a file that is not what it should be: a checkpoint and a batch are mended differently. */
    @FunctionalInterface
    public interface Refusal {

        /**
         * An exception to throw.
         *
         * @param what follows the file's name in a sentence
         */
        FoveaException of(Path file, String what, @Nullable Throwable cause);
    }

    /** Far above what any plan needs; a header is a few hundred bytes a tensor. */
    private static final long MAX_HEADER_BYTES = 16L << 20;

    private final Path file;
    private final Refusal refusal;
    private final Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private long dataStart;

    private SafetensorsHeader(Path file, Refusal refusal) {
        this.file = file;
        this.refusal = refusal;
    }

    /**
     * Reads the header of an open file.
     *
     * @param file names it in errors
     * @throws FoveaException that the refusal makes, where the bytes are no such file
     */
    public static SafetensorsHeader read(Path file, FileChannel channel, Refusal refusal) throws IOException {
        SafetensorsHeader header = new SafetensorsHeader(file, refusal);
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
            throw refusal.of(file, "has a header that is no JSON", e);
        }
        if (!root.isObject()) {
            throw invalid("has a header that is no JSON object");
        }
        root.forEachEntry((name, node) -> {
            if (name.equals("__metadata__")) {
                node.forEachEntry((key, text) -> metadata.put(key, text.isString() ? text.stringValue() : ""));
            } else {
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
        ChannelBytes.readFully(channel, position, buffer);
        return buffer.flip();
    }

    private StoredTensor tensor(String name, JsonNode node) {
        JsonNode offsets = node.path("data_offsets");
        JsonNode shape = node.path("shape");
        if (!shape.isArray()
                || !offsets.isArray()
                || offsets.size() != 2
                || !shape.valueStream().allMatch(SafetensorsHeader::isSize)
                || !offsets.valueStream().allMatch(SafetensorsHeader::isSize)) {
            throw invalid("describes " + name + " without shape or data_offsets");
        }
        return new StoredTensor(
                name,
                node.path("dtype").isString() ? node.path("dtype").stringValue() : "",
                shape.valueStream().map(JsonNode::longValue).toList(),
                offsets.get(0).longValue(),
                offsets.get(1).longValue());
    }

    private static boolean isSize(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0;
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
    public List<StoredTensor> tensors() {
        return List.copyOf(tensors.values());
    }

    /** The texts beside the tensors. */
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /** Where a tensor's bytes begin in the file. */
    public long position(StoredTensor tensor) {
        return dataStart + tensor.begin();
    }

    /** What is wrong with this file, as an exception to throw. */
    public FoveaException invalid(String what) {
        return refusal.of(file, what, null);
    }
}
