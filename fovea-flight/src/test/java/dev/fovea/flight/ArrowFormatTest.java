package dev.fovea.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.training.feed.BatchPlace;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.TensorBatch;
import dev.fovea.training.feed.TensorType;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ArrowFormatTest {

    @TempDir
    private Path folder;

    @Test
    void aFileHoldsOneRowWhoseTensorsAreContiguous() throws Exception {
        Path file = write(TestFeed.maker().make(TestFeed.row(3, 2), new BatchPlace(1, 0, 0, 1), new PixelBudget(0)));

        try (RootAllocator allocator = new RootAllocator();
                ArrowFileReader reader = new ArrowFileReader(FileChannel.open(file), allocator)) {
            assertThat(reader.loadNextBatch()).isTrue();
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            TensorColumn ids = TensorColumn.of(root, "input_ids");
            assertThat(ids.shape()).isEqualTo(List.of(1, 5));
            assertThat(((BigIntVector) ids.values()).get(4)).isEqualTo(304);
            TensorColumn mask = TensorColumn.of(root, "loss_mask");
            assertThat(((BitVector) mask.values()).get(0)).isZero();
            assertThat(((BitVector) mask.values()).get(4)).isEqualTo(1);
            TensorColumn pixels = TensorColumn.of(root, "pixel_values");
            assertThat(pixels.shape()).isEqualTo(List.of(8, TestFeed.PATCH_WIDTH));
            assertThat(((Float4Vector) pixels.values()).get(0)).isEqualTo(3000);
            assertThat(((Float4Vector) pixels.values()).get(8 * TestFeed.PATCH_WIDTH - 1))
                    .isEqualTo(3001);
            assertThat(root.getSchema().findField("pixel_values").getMetadata())
                    .containsEntry("ARROW:extension:name", "arrow.variable_shape_tensor");
            assertThat(JsonMapper.shared()
                            .readTree(root.getVector("metadata").getObject(0).toString())
                            .get("images_materialized")
                            .asInt())
                    .isEqualTo(2);
            assertThat(reader.loadNextBatch()).isFalse();
        }
    }

    @Test
    void aTensorThatABatchLacksIsNull() throws Exception {
        Path file = write(TestFeed.maker().make(TestFeed.row(3, 0), new BatchPlace(1, 0, 0, 1), new PixelBudget(0)));

        try (RootAllocator allocator = new RootAllocator();
                ArrowFileReader reader = new ArrowFileReader(FileChannel.open(file), allocator)) {
            reader.loadNextBatch();
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            assertThat(TensorColumn.of(root, "pixel_values").isNull()).isTrue();
            assertThat(TensorColumn.of(root, "mm_token_type_ids").isNull()).isTrue();
            assertThat(TensorColumn.of(root, "input_ids").isNull()).isFalse();
        }
    }

    @Test
    void theBatchIsClosedWhenItsFileStands() throws Exception {
        PixelBudget budget = new PixelBudget(0);

        write(TestFeed.maker().make(TestFeed.row(3, 2), new BatchPlace(1, 0, 0, 1), budget));

        assertThat(budget.peakBytes()).isEqualTo(2 * TestFeed.IMAGE_BYTES);
        assertThat(budget.residentBytes()).isZero();
    }

    private Path write(TensorBatch batch) throws Exception {
        Path file = folder.resolve("00000.arrow");
        try (ArrowFormat format = new ArrowFormat(TestFeed.MODEL, TensorType.FLOAT32);
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            format.write(batch, channel);
            channel.force(true);
        }
        return file;
    }
}
