package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileUri;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens between an image's reference and its pixels: files that do not stay, callers that do not stay. */
@Timeout(60)
class MaterializerFaultsTest {

    private static final ImageDecoder DECODER = ImageDecoder.proven(ImageLimits.DEFAULT);
    private static final byte[] IMAGE = Golden.bytes("/golden/images/png_rgb_t_100x60.png");

    @TempDir
    Path folder;

    private final FlatProcessor processor = new FlatProcessor();
    private AssetReader reader;
    private Path file;
    private ResolvedImage image;

    @BeforeEach
    void referenceAnImage() throws IOException {
        reader = new AssetReader(AllowedRoots.of(List.of(folder)), 1 << 20);
        file = Files.write(folder.resolve("image.png"), IMAGE);
        image = new ImageResolver(reader, DECODER, processor).resolve(FileUri.of(file));
    }

    @Test
    void aFileThatChangesShrinksGrowsOrVanishesAfterItsReferenceIsAnErrorAndNeverAPicture() throws IOException {
        byte[] otherPicture = Golden.bytes("/golden/images/bmp_rgb24_61x43.bmp");
        for (byte[] content : List.of(
                otherPicture,
                new byte[0],
                Arrays.copyOf(IMAGE, IMAGE.length - 1),
                Arrays.copyOf(IMAGE, IMAGE.length + 1),
                Arrays.copyOf(IMAGE, 40))) {
            Files.write(file, content);

            assertThat(code(materializer(processor))).isEqualTo(ErrorCode.ASSET_CHANGED);
        }
        Files.delete(file);
        assertThat(code(materializer(processor))).isEqualTo(ErrorCode.ASSET_MISSING);
        Files.createDirectory(file);
        assertThat(code(materializer(processor))).isEqualTo(ErrorCode.OUTSIDE_ALLOWED_ROOTS);
        assertThat(processor.processed).hasValue(0);
    }

    @Test
    void aFileThatIsRewrittenAllTheTimeGivesItsPictureOrAnError() throws Exception {
        Materializer materializer = materializer(processor);
        byte[] right = Golden.t(100, 60).samples();
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger answers = new AtomicInteger();
        long seed = System.nanoTime();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> hostile = threads.submit(() -> rewrite(new Random(seed), done));
            List<Future<?>> asked = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                asked.add(threads.submit(() -> {
                    for (int round = 0; round < 100; round++) {
                        try {
                            ByteBuffer target = ByteBuffer.allocate(right.length);
                            materializer.pixelsInto(image.item(), image.hash().mmHash(), target);
                            assertThat(target.array()).as("seed %d", seed).isEqualTo(right);
                            assertThat(materializer
                                            .pixels(image.item(), image.hash().mmHash())
                                            .data())
                                    .as("seed %d", seed)
                                    .isEqualTo(ByteBuffer.wrap(right));
                        } catch (FoveaException e) {
                            assertThat(e.code())
                                    .as("seed %d", seed)
                                    .isIn(ErrorCode.ASSET_CHANGED, ErrorCode.STORAGE_FAILED, ErrorCode.ASSET_MISSING);
                        }
                        answers.incrementAndGet();
                    }
                }));
            }
            for (Future<?> one : asked) {
                one.get();
            }
            done.set(true);
            hostile.get();
        }

        assertThat(answers).hasValue(400);
    }

    private void rewrite(Random random, AtomicBoolean done) {
        try {
            while (!done.get()) {
                Files.write(file, Arrays.copyOf(IMAGE, random.nextInt(IMAGE.length + 20)));
                Files.write(file, IMAGE);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void manyPicturesFromManyThreadsAreEachMadeRightWhateverTheCacheDropped() throws Exception {
        int pictures = 12;
        List<ResolvedImage> images = new ArrayList<>();
        for (int i = 0; i < pictures; i++) {
            Path copy = Files.write(folder.resolve(i + ".png"), Arrays.copyOf(IMAGE, IMAGE.length + 1 + i));
            images.add(new ImageResolver(reader, DECODER, processor).resolve(FileUri.of(copy)));
        }
        Materializer materializer = new Materializer(
                reader, DECODER, processor, new MaterializerSettings(PixelForm.UINT8, 50_000, 200_000));
        ByteBuffer right = ByteBuffer.wrap(Golden.t(100, 60).samples());

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                ResolvedImage one = images.get(i * 7 % pictures);
                asked.add(threads.submit(() -> assertThat(materializer
                                .pixels(one.item(), one.hash().mmHash())
                                .data())
                        .isEqualTo(right)));
            }
            for (Future<?> one : asked) {
                one.get();
            }
        }

        MaterializerCounters counters = materializer.counters();
        assertThat(counters.hits() + counters.misses()).isEqualTo(600);
        assertThat(counters.evictions()).isPositive();
        assertThat(counters.admittedBytes()).isZero();
    }

    @Test
    void anInterruptedCallerLeavesAloneAndTheOthersGetTheirPixels() throws Exception {
        Gate gate = new Gate();
        Materializer materializer = materializer(gate);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PixelPatches> leaves = threads.submit(() -> pixels(materializer));
            gate.entered.await();
            Future<PixelPatches> stays = threads.submit(() -> pixels(materializer));
            while (materializer.counters().hits() < 1) {
                Thread.onSpinWait();
            }
            leaves.cancel(true);
            gate.open.countDown();

            assertThat(stays.get().grid().h()).isEqualTo(60);
        }
        assertThat(gate.processed).hasValue(1);
    }

    @Test
    void workThatNobodyWaitsForStopsAndIsMadeAgainWhenAskedFor() throws Exception {
        Gate gate = new Gate();
        Materializer materializer = materializer(gate);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PixelPatches> only = threads.submit(() -> pixels(materializer));
            gate.entered.await();
            only.cancel(true);
            gate.interrupted.await();
            gate.open.countDown();

            assertThat(threads.submit(() -> pixels(materializer)).get().grid().h())
                    .isEqualTo(60);
        }
        assertThat(gate.processed).hasValue(1);
        // the work that was left gives its bytes back on a thread that nobody waits for
        while (materializer.counters().admittedBytes() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoWaitsForAdmissionStopsWaitingWhenInterrupted() throws Exception {
        Gate gate = new Gate();
        Path other = Files.write(folder.resolve("other.png"), Arrays.copyOf(IMAGE, IMAGE.length + 1));
        ResolvedImage second = new ImageResolver(reader, DECODER, gate).resolve(FileUri.of(other));
        Materializer materializer =
                new Materializer(reader, DECODER, gate, new MaterializerSettings(PixelForm.UINT8, 1 << 20, 1));

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PixelPatches> first = threads.submit(() -> pixels(materializer));
            gate.entered.await();
            Future<PixelPatches> waits = threads.submit(
                    () -> materializer.pixels(second.item(), second.hash().mmHash()));
            while (materializer.counters().waiting() < 1) {
                Thread.onSpinWait();
            }
            waits.cancel(true);
            while (materializer.counters().waiting() > 0) {
                Thread.onSpinWait();
            }
            gate.open.countDown();

            assertThat(first.get().grid().h()).isEqualTo(60);
        }
        assertThat(gate.processed).hasValue(1);
    }

    @Test
    void anInterruptedThreadStaysInterrupted() {
        Materializer materializer = materializer(processor);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> pixels(materializer)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private PixelPatches pixels(Materializer materializer) {
        return materializer.pixels(image.item(), image.hash().mmHash());
    }

    private ErrorCode code(Materializer materializer) {
        return catchThrowableOfType(FoveaException.class, () -> pixels(materializer))
                .code();
    }

    private Materializer materializer(ImageProcessor with) {
        return new Materializer(reader, DECODER, with, new MaterializerSettings(PixelForm.UINT8, 1 << 20, 1 << 20));
    }

    /** Stands in its first step until it is opened or interrupted. */
    private static final class Gate extends FlatProcessor {

        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);

        @Override
        public void process(RgbImage image, dev.fovea.contract.ImageLayout layout, PixelForm form, ByteBuffer target) {
            entered.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw Cancellation.of(e);
            }
            super.process(image, layout, form, target);
        }
    }
}
