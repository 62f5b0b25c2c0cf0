package dev.fovea.flight;

import dev.fovea.training.feed.BatchFormat;
import dev.fovea.training.feed.FeedModel;
import dev.fovea.training.feed.TensorBatch;
import dev.fovea.training.feed.TensorType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.Schema;

/** A batch as an Arrow IPC file with one record batch of one row, which readers map instead of reading it. */
public final class ArrowFormat implements BatchFormat, AutoCloseable {

    private final Schema schema;
    private final BufferAllocator allocator = new RootAllocator();

    /** @param pixels their number format */
    public ArrowFormat(FeedModel model, TensorType pixels) {
        this.schema = BatchSchema.of(model, pixels);
    }

    @Override
    public String extension() {
        return "arrow";
    }

    /** Pixels go from their memory to the file; the batch is closed when they are there. */
    @Override
    public void write(TensorBatch batch, FileChannel file) throws IOException {
        try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
                ArrowFileWriter writer = new ArrowFileWriter(root, null, new Unclosed(file))) {
            new BatchColumns(root, allocator).load(batch);
            writer.start();
            writer.writeBatch();
            writer.end();
        }
    }

    /** A writer closes its channel, which must first be forced to the disk. */
    private record Unclosed(FileChannel file) implements WritableByteChannel {

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return file.write(bytes);
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() {}
    }

    /** Gives the memory of small tensors back. */
    @Override
    public void close() {
        allocator.close();
    }
}
