package dev.fovea.flight;

import dev.fovea.training.feed.Tensor;
import dev.fovea.training.feed.TensorBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;

/** A batch's memory off the heap, lent to Arrow without a copy; the batch is closed when the last borrower is done. */
final class BorrowedPixels implements AutoCloseable {

    private final TensorBatch batch;
    private final BufferAllocator allocator;
    private boolean lent;

    BorrowedPixels(TensorBatch batch, BufferAllocator allocator) {
        this.batch = batch;
        this.allocator = allocator;
    }

    boolean owns(Tensor tensor) {
        return tensor.data().isNative() && tensor.data().byteSize() > 0;
    }

    ArrowBuf borrow(Tensor tensor) {
        if (lent) {
            throw new IllegalStateException("a batch has one tensor off the heap");
        }
        ArrowBuf buffer = allocator.wrapForeignAllocation(
                new ForeignAllocation(tensor.data().byteSize(), tensor.data().address()) {
                    @Override
                    protected void release0() {
                        batch.close();
                    }
                });
        lent = true;
        return buffer.writerIndex(tensor.data().byteSize());
    }

    /** A batch that lent nothing is copied by now. */
    @Override
    public void close() {
        if (!lent) {
            batch.close();
        }
    }
}
