package dev.fovea.policy;

import dev.fovea.training.safetensors.ChannelBytes;
import dev.fovea.training.safetensors.SafetensorsHeader;
import dev.fovea.training.safetensors.StoredTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;

/** Reads single tensors of one file, piece by piece, so that no second copy of a large one is ever held. */
final class TensorReader {

    /** Values of one piece: its bytes stay in the processor's caches until they are widened. */
    private static final long PIECE_VALUES = 1L << 18;

    @FunctionalInterface
    private interface PieceUse {
        /** Whether to go on. */
        boolean use(MemorySegment floats, long firstValue);
    }

    private final FileChannel channel;
    private final SafetensorsHeader header;
    private final MemorySegment stored;
    private final MemorySegment floats;

    /** @param arena of the two pieces that are kept */
    TensorReader(FileChannel channel, SafetensorsHeader header, Arena arena) {
        this.channel = channel;
        this.header = header;
        this.stored = arena.allocate(PIECE_VALUES * Float.BYTES, Float.BYTES);
        this.floats = arena.allocate(PIECE_VALUES * Float.BYTES, Float.BYTES);
    }

    /**
     * Reads a tensor as float32.
     *
     * @param target room for all its values
     */
    void read(StoredTensor tensor, WeightPlan.Tensor expected, MemorySegment target) throws IOException {
        pieces(tensor, expected, (piece, first) -> {
            MemorySegment.copy(piece, 0, target, first * Float.BYTES, piece.byteSize());
            return true;
        });
    }

    /** Whether a tensor has exactly these values. */
    boolean equal(StoredTensor tensor, WeightPlan.Tensor expected, MemorySegment values) throws IOException {
        return pieces(
                tensor,
                expected,
                (piece, first) -> piece.mismatch(values.asSlice(first * Float.BYTES, piece.byteSize())) < 0);
    }

    private boolean pieces(StoredTensor tensor, WeightPlan.Tensor expected, PieceUse use) throws IOException {
        NumberFormat format = format(tensor, expected);
        long position = header.position(tensor);
        for (long first = 0; first < expected.size(); first += PIECE_VALUES) {
            long count = Math.min(PIECE_VALUES, expected.size() - first);
            MemorySegment bytes = stored.asSlice(0, count * format.bytes());
            ChannelBytes.readFully(channel, position + first * format.bytes(), bytes.asByteBuffer());
            MemorySegment piece = floats.asSlice(0, count * Float.BYTES);
            format.widen(bytes, piece);
            if (!use.use(piece, first)) {
                return false;
            }
        }
        return true;
    }

    private NumberFormat format(StoredTensor tensor, WeightPlan.Tensor expected) {
        NumberFormat format = NumberFormat.named(tensor.format())
                .orElseThrow(() -> header.invalid(
                        "holds " + tensor.name() + " as " + tensor.format() + " where F32, BF16 or F16 is due"));
        if (!tensor.shape().equals(expected.shape())) {
            throw header.invalid("holds " + tensor.name() + " in shape " + tensor.shape()
                    + " where config.json asks for " + expected.shape());
        }
        long due = expected.size() * format.bytes();
        if (tensor.end() - tensor.begin() != due) {
            throw header.invalid("gives " + tensor.name() + " " + (tensor.end() - tensor.begin()) + " bytes where "
                    + due + " are due");
        }
        return format;
    }
}
