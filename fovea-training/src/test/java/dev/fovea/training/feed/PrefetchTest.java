package dev.fovea.training.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PrefetchTest {

    /** 16 patches of 1,536 32-bit floats. */
    private static final long IMAGE_BYTES = 16 * 1536 * 4;

    private static final int IMAGES = 16;
    private static final int ROWS = 64;

    @TempDir
    private Path folder;

    private GoldenRow golden;

    @BeforeEach
    void open() throws IOException {
        golden = GoldenRow.in(folder);
    }

    @Test
    void pixelsOfSixtyFourRowsWithSixteenImagesNeverExceedTheBudget() throws Exception {
        PixelBudget budget = new PixelBudget(3 * IMAGES * IMAGE_BYTES + 1);
        CountingSource source = new CountingSource();

        try (Prefetch batches = start(source, budget, rows(ROWS, IMAGES))) {
            int taken = 0;
            for (Optional<TensorBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
                try (TensorBatch batch = next.get()) {
                    assertThat(batch.metadata().place().index()).isEqualTo(taken++);
                    assertThat(budget.residentBytes()).isLessThanOrEqualTo(3 * IMAGES * IMAGE_BYTES);
                }
            }
            assertThat(taken).isEqualTo(ROWS);
        }

        assertThat(budget.peakBytes()).isLessThanOrEqualTo(3 * IMAGES * IMAGE_BYTES);
        assertThat(budget.residentBytes()).isZero();
        assertThat(source.made).hasValue(ROWS * IMAGES);
    }

    @Test
    void theNextRowsAreMadeWhileTheTrainerWorks() throws Exception {
        PixelBudget budget = new PixelBudget(2 * IMAGES * IMAGE_BYTES);
        CountDownLatch second = new CountDownLatch(2 * IMAGES);
        CountingSource source = new CountingSource() {
            @Override
            void count() {
                super.count();
                second.countDown();
            }
        };

        try (Prefetch batches = start(source, budget, rows(3, IMAGES))) {
            try (TensorBatch training = batches.next().orElseThrow()) {
                second.await();
                assertThat(training.metadata().place().index()).isZero();
            }
        }
    }

    @Test
    void aRowLargerThanTheBudgetIsMadeAlone() throws Exception {
        PixelBudget budget = new PixelBudget(IMAGE_BYTES);

        try (Prefetch batches = start(new CountingSource(), budget, rows(4, 2))) {
            for (Optional<TensorBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
                next.get().close();
            }
        }

        assertThat(budget.peakBytes()).isEqualTo(2 * IMAGE_BYTES);
    }

    @Test
    void closingGivesEverythingBack() throws Exception {
        PixelBudget budget = new PixelBudget(2 * IMAGES * IMAGE_BYTES);
        Prefetch batches = start(new CountingSource(), budget, rows(ROWS, IMAGES));
        TensorBatch first = batches.next().orElseThrow();

        batches.close();
        first.close();
        first.close();

        assertThat(budget.residentBytes()).isZero();
        assertThatThrownBy(batches::next).isInstanceOf(CancellationException.class);
    }

    @Test
    void aRowThatIsRefusedIsToldToTheTakerBehindTheGoodOnes() throws Exception {
        PixelBudget budget = new PixelBudget(2 * IMAGES * IMAGE_BYTES);
        AtomicInteger rows = new AtomicInteger();
        Iterator<MicroBatch> broken = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public MicroBatch next() {
                if (rows.getAndIncrement() == 1) {
                    throw new IllegalStateException("torn");
                }
                return Rows.text(4);
            }
        };

        try (Prefetch batches = Prefetch.start(maker(new CountingSource()), budget, 1, 0, 3, broken)) {
            batches.next().orElseThrow().close();
            assertThatThrownBy(batches::next).hasMessage("torn");
            assertThatThrownBy(batches::next).hasMessage("torn");
        }
    }

    private Prefetch start(PixelSource source, PixelBudget budget, List<MicroBatch> rows) {
        return Prefetch.start(maker(source), budget, 1, 0, rows.size(), rows.iterator());
    }

    private BatchMaker maker(PixelSource source) {
        return golden.maker(MultimodalSettings.DEFAULTS, source);
    }

    /** Rows whose images are all different pictures. */
    private List<MicroBatch> rows(int count, int images) throws IOException {
        List<MicroBatch> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<ImageRef> references = new ArrayList<>();
            for (int i = 0; i < images; i++) {
                ImageRef image = golden.image("wide.png", List.of(1, 4, 4), new PlaceholderRange(1 + 6 * i, 4));
                references.add(new ImageRef(
                        image.item(), new MmHash(String.format("%032x", row * images + i)), image.placeholder()));
            }
            rows.add(Rows.of(6 * images + 2, references));
        }
        return rows;
    }

    private static class CountingSource implements PixelSource {

        final AtomicInteger made = new AtomicInteger();

        void count() {
            made.incrementAndGet();
        }

        @Override
        public PixelPatches pixels(RawImageDescriptor item, MmHash hash) {
            throw new AssertionError("batches make pixels in place");
        }

        @Override
        public GridThw pixelsInto(RawImageDescriptor item, MmHash hash, ByteBuffer target) {
            target.position(target.limit());
            count();
            return new GridThw(1, 4, 4);
        }
    }
}
