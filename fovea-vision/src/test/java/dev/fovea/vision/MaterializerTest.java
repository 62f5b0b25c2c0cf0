package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileUri;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaterializerTest {

    private static final ImageDecoder DECODER = ImageDecoder.proven(ImageLimits.DEFAULT);
    private static final byte[] IMAGE = Golden.bytes("/golden/images/png_rgb_t_100x60.png");
    private static final MmHash HASH = ImageHash.of(IMAGE).mmHash();

    @TempDir
    Path folder;

    private final FlatProcessor processor = new FlatProcessor();
    private AssetReader reader;
    private Path file;

    @BeforeEach
    void storeImage() throws IOException {
        reader = new AssetReader(AllowedRoots.of(List.of(folder)), 1 << 20);
        file = Files.write(folder.resolve("image.png"), IMAGE);
    }

    @Test
    void aReferenceBecomesItsPixels() {
        PixelPatches patches = materializer(1 << 20).pixels(item(60), HASH);

        assertThat(patches.grid()).isEqualTo(new GridThw(1, 60, 1));
        byte[] data = new byte[patches.data().remaining()];
        patches.data().get(data);
        assertThat(data).isEqualTo(Golden.t(100, 60).samples());
        assertThat(patches.digest())
                .isEqualTo(new PixelDigest(ImageHash.of(data).hex()));
    }

    @Test
    void pixelsAreMadeOncePerFileWhateverItsName() throws IOException {
        Materializer materializer = materializer(1 << 20);
        Path copy = Files.copy(file, folder.resolve("copy.jpg"));

        PixelPatches first = materializer.pixels(item(60), HASH);
        PixelPatches second = materializer.pixels(item(FileUri.of(copy), 60, null), HASH);

        assertThat(second).isSameAs(first);
        assertCounts(materializer, 1, 1, 18_000);
    }

    @Test
    void aFileThatChangesIsNoticedEvenWhereItsPixelsAreCached() throws IOException {
        Materializer materializer = materializer(1 << 20);
        materializer.pixels(item(60), HASH);
        byte[] changed = IMAGE.clone();
        changed[changed.length - 20] ^= 1;
        Files.write(file, changed);

        assertThat(codeOf(materializer, item(60))).isEqualTo(ErrorCode.ASSET_CHANGED);
    }

    @Test
    void aMissingFileIsNoticedEvenWhereItsPixelsAreCached() throws IOException {
        Materializer materializer = materializer(1 << 20);
        materializer.pixels(item(60), HASH);
        Files.delete(file);

        assertThat(codeOf(materializer, item(60))).isEqualTo(ErrorCode.ASSET_MISSING);
    }

    @Test
    void anotherGridIsRefusedAlsoWhereThePixelsAreCached() {
        Materializer materializer = materializer(1 << 20);

        assertThat(codeOf(materializer, item(59))).isEqualTo(ErrorCode.LAYOUT_MISMATCH);
        materializer.pixels(item(60), HASH);
        assertThat(codeOf(materializer, item(61))).isEqualTo(ErrorCode.LAYOUT_MISMATCH);
    }

    @Test
    void anotherLayoutFingerprintIsRefusedAndAnAbsentOneIsNot() {
        Materializer materializer = materializer(1 << 20);
        String uri = FileUri.of(file);

        assertThat(codeOf(materializer, item(uri, 60, "fedcba9876543210"))).isEqualTo(ErrorCode.LAYOUT_MISMATCH);
        assertThat(materializer.pixels(item(uri, 60, null), HASH))
                .isSameAs(materializer.pixels(item(uri, 60, FlatProcessor.LAYOUT_FINGERPRINT), HASH));
    }

    @Test
    void anotherFamilyIsRefused() {
        RawImageDescriptor item = new RawImageDescriptor("kimi_k25", null, Map.of(), null, FileUri.of(file), Map.of());

        assertThat(codeOf(materializer(1 << 20), item)).isEqualTo(ErrorCode.UNKNOWN_FAMILY);
    }

    @Test
    void aCacheOfNoBytesKeepsNothing() {
        Materializer materializer = materializer(0);

        materializer.pixels(item(60), HASH);
        materializer.pixels(item(60), HASH);

        assertCounts(materializer, 0, 2, 36_000);
    }

    @Test
    void theCacheIsBoundedInBytes() throws IOException {
        Materializer materializer = materializer(20_000);
        byte[] trailing = Arrays.copyOf(IMAGE, IMAGE.length + 1);
        Path other = Files.write(folder.resolve("other.png"), trailing);

        materializer.pixels(item(60), HASH);
        materializer.pixels(
                item(FileUri.of(other), 60, null), ImageHash.of(trailing).mmHash());
        materializer.pixels(item(60), HASH);
        materializer.pixels(
                item(FileUri.of(other), 60, null), ImageHash.of(trailing).mmHash());

        assertThat(materializer.counters().misses()).isGreaterThan(2);
        assertThat(materializer.counters().evictions()).isPositive();
    }

    @Test
    void aFailureIsToldAndNotKept() {
        FlatProcessor failingOnce = new FlatProcessor() {
            @Override
            public void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
                super.process(image, layout, form, target);
                if (processed.get() == 1) {
                    throw new RequestException(ErrorCode.INVALID_IMAGE, "damaged", "try again");
                }
            }
        };
        Materializer materializer = materializer(failingOnce, 1 << 20);

        assertThatThrownBy(() -> materializer.pixels(item(60), HASH)).hasMessageContaining("damaged");
        assertThat(materializer.pixels(item(60), HASH).grid().h()).isEqualTo(60);
    }

    @Test
    void manyWhoAskAtOnceShareOneFlight() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        FlatProcessor slow = new FlatProcessor() {
            @Override
            public void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
                await(waiting);
                super.process(image, layout, form, target);
            }
        };
        Materializer materializer = materializer(slow, 1 << 20);
        List<Future<PixelPatches>> asked = new ArrayList<>();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                asked.add(threads.submit(() -> materializer.pixels(item(60), HASH)));
            }
            while (materializer.counters().hits() < 19) {
                Thread.onSpinWait();
            }
            waiting.countDown();
        }

        for (Future<PixelPatches> one : asked) {
            assertThat(one.get().grid().h()).isEqualTo(60);
        }
        assertThat(slow.processed).hasValue(1);
    }

    @Test
    void aResolvedImageMaterialisesUnderItsOwnDescriptor() {
        ResolvedImage resolved = new ImageResolver(reader, DECODER, processor).resolve(FileUri.of(file));

        assertThat(resolved.hash()).isEqualTo(ImageHash.of(IMAGE));
        assertThat(resolved.placeholderLength()).isEqualTo(60);
        assertThat(materializer(1 << 20)
                        .pixels(resolved.item(), resolved.hash().mmHash())
                        .grid()
                        .h())
                .isEqualTo(60);
    }

    @Test
    void aCallersBufferIsWrittenPastTheCache() {
        Materializer materializer = materializer(1 << 20);
        for (ByteBuffer target : List.of(ByteBuffer.allocate(18_010), ByteBuffer.allocateDirect(18_010))) {
            target.position(7);

            GridThw grid = materializer.pixelsInto(item(60), HASH, target);

            assertThat(grid).isEqualTo(new GridThw(1, 60, 1));
            assertThat(materializer.patchBytes(item(60))).isEqualTo(18_000);
            assertThat(target.position()).isEqualTo(18_007);
            assertThat(target.slice(7, 18_000))
                    .isEqualTo(ByteBuffer.wrap(Golden.t(100, 60).samples()));
        }
        assertCounts(materializer, 0, 2, 36_000);
    }

    @Test
    void aCallersBufferGetsWhatIsCached() {
        Materializer materializer = materializer(1 << 20);
        PixelPatches patches = materializer.pixels(item(60), HASH);
        ByteBuffer target = ByteBuffer.allocate(18_000);

        materializer.pixelsInto(item(60), HASH, target);

        assertThat(target.flip()).isEqualTo(patches.data());
        assertCounts(materializer, 1, 1, 18_000);
    }

    @Test
    void aBufferThatIsTooSmallIsRefusedBeforeTheWork() {
        ByteBuffer target = ByteBuffer.allocate(17_999);

        assertThatThrownBy(() -> materializer(0).pixelsInto(item(60), HASH, target))
                .isInstanceOf(BufferOverflowException.class);
        assertThat(target.position()).isZero();
        assertThat(processor.processed).hasValue(0);
    }

    @Test
    void countersTellWhatWasReadMadeAndRefused() {
        Materializer materializer = materializer(1 << 20);
        materializer.pixels(item(60), HASH);
        codeOf(materializer, item(59));
        codeOf(materializer, item(58));

        MaterializerCounters counters = materializer.counters();

        assertThat(counters.readBytes()).isEqualTo(3L * IMAGE.length);
        assertThat(counters.madeBytes()).isEqualTo(18_000);
        assertThat(counters.decodeNanos()).isPositive();
        assertThat(counters.processNanos()).isPositive();
        assertThat(counters.admittedBytes()).isZero();
        assertThat(counters.waiting()).isZero();
        assertThat(counters.failures()).isEqualTo(Map.of(ErrorCode.LAYOUT_MISMATCH, 2L));
    }

    @Test
    void aRefusalNamesTheFilesHash() throws IOException {
        byte[] damaged = IMAGE.clone();
        damaged[60] ^= 0x55;
        Files.write(file, damaged);
        ImageHash hash = ImageHash.of(damaged);

        assertThatThrownBy(() -> materializer(0).pixels(item(60), hash.mmHash()))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("image " + hash.hex());
        assertThatThrownBy(() -> materializer(0).pixels(item(59), hash.mmHash()))
                .hasMessageContaining("image " + hash.hex());
    }

    private static void assertCounts(Materializer materializer, long hits, long misses, long madeBytes) {
        MaterializerCounters counters = materializer.counters();
        assertThat(counters.hits()).isEqualTo(hits);
        assertThat(counters.misses()).isEqualTo(misses);
        assertThat(counters.madeBytes()).isEqualTo(madeBytes);
    }

    private Materializer materializer(long cacheBytes) {
        return materializer(processor, cacheBytes);
    }

    private Materializer materializer(ImageProcessor with, long cacheBytes) {
        return new Materializer(reader, DECODER, with, new MaterializerSettings(PixelForm.UINT8, cacheBytes, 1 << 20));
    }

    private RawImageDescriptor item(int rows) {
        return item(FileUri.of(file), rows, FlatProcessor.LAYOUT_FINGERPRINT);
    }

    private static RawImageDescriptor item(String uri, int rows, @Nullable String fingerprint) {
        return new RawImageDescriptor("flat", fingerprint, Map.of("rows", rows), null, uri, Map.of());
    }

    private static ErrorCode codeOf(Materializer materializer, RawImageDescriptor item) {
        return catchThrowableOfType(FoveaException.class, () -> materializer.pixels(item, HASH))
                .code();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
