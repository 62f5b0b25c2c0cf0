package dev.fovea.flight;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.training.feed.Tensor;
import dev.fovea.training.feed.TensorBatch;
import dev.fovea.training.feed.TensorType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Puts one batch into a root of one row. Pixels stay where they are: the column borrows their memory and closes the batch. */
final class BatchColumns {

    private final VectorSchemaRoot root;
    private final BufferAllocator allocator;

    BatchColumns(VectorSchemaRoot root, BufferAllocator allocator) {
        this.root = root;
        this.allocator = allocator;
    }

    /**
     * Replaces what the root holds by a batch.
     *
     * @param batch closed by the last user of its pixels, which may be a socket that still writes them
     * @throws RequestException {@code batch_too_large} where a tensor has more values than Arrow counts
     */
    void load(TensorBatch batch) {
        root.clear();
        BorrowedPixels pixels = new BorrowedPixels(batch, allocator);
        try {
            for (FieldVector column : root.getFieldVectors()) {
                switch (column) {
                    case VarCharVector metadata -> {
                        metadata.setSafe(0, batch.metadata().json().getBytes(StandardCharsets.UTF_8));
                        metadata.setValueCount(1);
                    }
                    case StructVector tensor -> load(tensor, batch, pixels);
                    default -> throw new IllegalStateException("no column of a batch is a " + column.getMinorType());
                }
            }
            root.setRowCount(1);
        } finally {
            pixels.close();
        }
    }

    private void load(StructVector column, TensorBatch batch, BorrowedPixels pixels) {
        Tensor tensor = batch.tensor(column.getName()).orElse(null);
        ListVector data = column.getChild("data", ListVector.class);
        FixedSizeListVector shape = column.getChild("shape", FixedSizeListVector.class);
        column.setInitialCapacity(1);
        if (tensor == null) {
            absent(column, data, shape);
            return;
        }
        requireCountable(tensor);
        int values = (int) tensor.size();
        try (ArrowBuf buffer = pixels.owns(tensor) ? pixels.borrow(tensor) : copied(tensor)) {
            data.startNewValue(0);
            data.endValue(0, values);
            data.getDataVector().loadFieldBuffers(new ArrowFieldNode(values, 0), present(buffer));
        }
        data.setValueCount(1);
        shape(shape, tensor.shape());
        column.setIndexDefined(0);
        column.setValueCount(1);
    }

    /** An empty validity says that every value is there. */
    private List<ArrowBuf> present(ArrowBuf buffer) {
        return List.of(allocator.getEmpty(), buffer);
    }

    private static void absent(StructVector column, ListVector data, FixedSizeListVector shape) {
        data.startNewValue(0);
        data.endValue(0, 0);
        data.setValueCount(1);
        shape(shape, Collections.nCopies(shape.getListSize(), 0L));
        column.setNull(0);
        column.setValueCount(1);
    }

    private static void shape(FixedSizeListVector shape, List<Long> axes) {
        IntVector values = (IntVector) shape.getDataVector();
        shape.startNewValue(0);
        for (int axis = 0; axis < axes.size(); axis++) {
            values.setSafe(axis, Math.toIntExact(axes.get(axis)));
        }
        values.setValueCount(axes.size());
        shape.setValueCount(1);
    }

    private static void requireCountable(Tensor tensor) {
        if (tensor.data().byteSize() > Integer.MAX_VALUE) {
            throw new RequestException(
                    ErrorCode.INVALID_CONFIGURATION,
                    tensor.name() + " of a batch has " + tensor.data().byteSize()
                            + " bytes, and an Arrow message takes " + Integer.MAX_VALUE,
                    "pack shorter rows, choose bfloat16 pixels, or write safetensors");
        }
    }

    private ArrowBuf copied(Tensor tensor) {
        MemorySegment bytes = tensor.type() == TensorType.BOOL ? packed(tensor.data()) : tensor.data();
        ArrowBuf buffer = allocator.buffer(bytes.byteSize());
        buffer.setBytes(0, bytes.asByteBuffer());
        buffer.writerIndex(bytes.byteSize());
        return buffer;
    }

    /** Arrow holds eight truth values a byte, the first in the lowest bit. */
    private static MemorySegment packed(MemorySegment bytes) {
        byte[] bits = new byte[Math.toIntExact((bytes.byteSize() + 7) / 8)];
        for (int i = 0; i < bytes.byteSize(); i++) {
            bits[i >> 3] |= (byte) (bytes.get(ValueLayout.JAVA_BYTE, i) << (i & 7));
        }
        return MemorySegment.ofArray(bits);
    }
}
