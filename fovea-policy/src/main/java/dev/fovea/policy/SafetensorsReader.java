package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a safetensors file straight into place. Believes nothing: the header's length is bounded, every tensor of the plan must be
 * there in float32 and in its shape, and the tensors must fill the file without a gap.
 */
final class SafetensorsReader {

    /** Far above what any plan needs; a header is a few hundred bytes a tensor. */
    private static final long MAX_HEADER_BYTES = 16L << 20;

    /** Bytes that one read may move; a buffer cannot be larger than 2 GiB. */
    private static final long MAX_READ_BYTES = 1L << 30;

    private record Entry(String name, String dtype, List<Long> shape, long begin, long end) {}

    private final Path file;

    private SafetensorsReader(Path file) {
        this.file = file;
    }

    /**
     * The file's weights.
     *
     * @throws SetupException where the file is missing, truncated or holds other tensors than the plan
     */
    static WeightMemory read(Path file, WeightPlan plan) {
        WeightMemory weights = new WeightMemory(plan);
        boolean read = false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            new SafetensorsReader(file).read(channel, weights);
            read = true;
            return weights;
        } catch (NoSuchFileException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, file + " does not exist", "give a whole checkpoint folder", e);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, file + " cannot be read", "check the disk and the permissions", e);
        } finally {
            if (!read) {
                weights.close();
            }
        }
    }

    private void read(FileChannel channel, WeightMemory weights) throws IOException {
        long size = channel.size();
        long dataStart = headerBytes(channel, size) + Long.BYTES;
        Map<String, Entry> entries = entries(channel, dataStart);
        checkCoverage(entries, size - dataStart);
        for (WeightPlan.Tensor tensor : weights.plan().tensors()) {
            Entry entry = entries.remove(tensor.name());
            if (entry == null) {
                throw invalid("lacks " + tensor.name());
            }
            check(tensor, entry);
            fill(channel, dataStart + entry.begin(), weights.of(tensor));
        }
        Entry head = entries.remove(WeightPlan.HEAD);
        if (head != null) {
            checkHead(channel, dataStart, head, weights);
        }
        if (!entries.isEmpty()) {
            throw invalid("holds " + entries.keySet().iterator().next() + ", which config.json knows nothing of");
        }
    }

    private long headerBytes(FileChannel channel, long size) throws IOException {
        if (size < Long.BYTES) {
            throw invalid("has " + size + " bytes, too few for a header");
        }
        long length = bytes(channel, 0, Long.BYTES).getLong();
        if (length < 2 || length > Math.min(MAX_HEADER_BYTES, size - Long.BYTES)) {
            throw invalid("announces a header of " + Long.toUnsignedString(length) + " bytes in a file of " + size);
        }
        return length;
    }

    private Map<String, Entry> entries(FileChannel channel, long dataStart) throws IOException {
        byte[] header =
                bytes(channel, Long.BYTES, (int) (dataStart - Long.BYTES)).array();
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(header);
        } catch (JacksonException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, file + " has a header that is no JSON", "copy the file again", e);
        }
        Map<String, Entry> entries = new HashMap<>();
        root.forEachEntry((name, node) -> {
            if (!name.equals("__metadata__")) {
                entries.put(name, entry(name, node));
            }
        });
        return entries;
    }

    private Entry entry(String name, JsonNode node) {
        JsonNode offsets = node.path("data_offsets");
        JsonNode shape = node.path("shape");
        if (!shape.isArray()
                || offsets.size() != 2
                || !offsets.get(0).isIntegralNumber()
                || !offsets.get(1).isIntegralNumber()) {
            throw invalid("describes " + name + " without shape or data_offsets");
        }
        return new Entry(
                name,
                node.path("dtype").asString(""),
                shape.valueStream().map(JsonNode::asLong).toList(),
                offsets.get(0).asLong(),
                offsets.get(1).asLong());
    }

    private void checkCoverage(Map<String, Entry> entries, long dataBytes) {
        long end = 0;
        for (Entry entry : entries.values().stream()
                .sorted(Comparator.comparingLong(Entry::begin))
                .toList()) {
            if (entry.begin() != end || entry.end() < entry.begin()) {
                throw invalid(
                        "places " + entry.name() + " at byte " + entry.begin() + " where byte " + end + " is due");
            }
            end = entry.end();
        }
        if (end != dataBytes) {
            throw invalid("holds " + dataBytes + " bytes of data where its header announces " + end);
        }
    }

    private void check(WeightPlan.Tensor tensor, Entry entry) {
        if (!entry.dtype().equals("F32")) {
            throw invalid("holds " + tensor.name() + " as " + entry.dtype() + " where F32 is due");
        }
        if (!entry.shape().equals(tensor.shape())) {
            throw invalid("holds " + tensor.name() + " in shape " + entry.shape() + " where config.json asks for "
                    + tensor.shape());
        }
        if (entry.end() - entry.begin() != tensor.size() * Float.BYTES) {
            throw invalid("gives " + tensor.name() + " " + (entry.end() - entry.begin()) + " bytes where "
                    + tensor.size() * Float.BYTES + " are due");
        }
    }

    /** The head may stand in the file a second time, but it must be the embedding. */
    private void checkHead(FileChannel channel, long dataStart, Entry head, WeightMemory weights) throws IOException {
        WeightPlan.Tensor embedding = weights.plan().embedding();
        check(new WeightPlan.Tensor(WeightPlan.HEAD, embedding.shape(), 0), head);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(embedding.size() * Float.BYTES);
            fill(channel, dataStart + head.begin(), copy);
            if (copy.mismatch(weights.of(embedding)) >= 0) {
                throw invalid("holds a head that is not the embedding, though config.json ties them");
            }
        }
    }

    private static void fill(FileChannel channel, long position, MemorySegment target) throws IOException {
        for (long done = 0; done < target.byteSize(); ) {
            long length = Math.min(MAX_READ_BYTES, target.byteSize() - done);
            readFully(channel, position + done, target.asSlice(done, length).asByteBuffer());
            done += length;
        }
    }

    private static ByteBuffer bytes(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        readFully(channel, position, buffer);
        return buffer.flip();
    }

    private static void readFully(FileChannel channel, long position, ByteBuffer buffer) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
            at += count;
        }
    }

    private SetupException invalid(String what) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT, file + " " + what, "take weights and config.json from one checkpoint");
    }
}
