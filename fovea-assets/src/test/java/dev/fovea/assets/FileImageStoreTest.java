package dev.fovea.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileImageStoreTest {

    private static final ImageMediaType PNG = new ImageMediaType("png");
    private static final int MEMORY_BYTES = 1 << 10;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, MEMORY_BYTES, MEMORY_BYTES + 1, 100_000})
    void anImageRestsUnderTheHashOfItsBytes(int size) throws IOException {
        byte[] image = image(size);

        StoredImage stored = store(store(new NioFileOperations()), image);

        assertThat(stored.hash()).isEqualTo(ImageHash.of(image));
        assertThat(stored.isNew()).isTrue();
        assertThat(FileUri.parse(stored.uri())).isEqualTo(target(image)).hasBinaryContent(image);
        assertThat(files()).hasSize(1);
    }

    @Test
    void aRepeatedSmallImageCostsNoWriteButItsTime() throws IOException {
        byte[] image = image(MEMORY_BYTES);
        store(store(new NioFileOperations()), image);
        Files.setLastModifiedTime(target(image), FileTime.fromMillis(0));
        FaultyFileOperations files = new FaultyFileOperations();

        StoredImage again = store(store(files), image);

        assertThat(again.isNew()).isFalse();
        assertThat(files.steps()).containsExactly("attributes", "touch");
        assertThat(Files.getLastModifiedTime(target(image)).toMillis()).isPositive();
    }

    @Test
    void aFileThatRefusesANewTimeIsStillThere() {
        byte[] image = image(10);
        store(store(new NioFileOperations()), image);

        StoredImage again = store(store(new FaultyFileOperations().failing("touch", "Operation not permitted")), image);

        assertThat(again.isNew()).isFalse();
    }

    @Test
    void aFileOfAnotherSizeIsReplaced() throws IOException {
        byte[] image = image(500);
        FileImageStore store = store(new NioFileOperations());
        Files.writeString(target(image), "torn");

        StoredImage stored = store(store, image);

        assertThat(stored.isNew()).isTrue();
        assertThat(target(image)).hasBinaryContent(image);
        assertThat(files()).hasSize(1);
    }

    @Test
    void aNameThatIsNoRegularFileIsRefused() throws IOException {
        byte[] image = image(500);
        FileImageStore store = store(new NioFileOperations());
        Path elsewhere = Files.write(folder.resolve("elsewhere"), image);
        Files.createSymbolicLink(target(image), elsewhere);

        assertThatThrownBy(() -> store(store, image))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FAILED))
                .hasMessageContaining("is no regular file");
    }

    @Test
    void equalBytesUnderTwoTypesAreTwoFilesWithOneHash() throws IOException {
        FileImageStore store = store(new NioFileOperations());
        byte[] image = image(100);

        StoredImage png = store(store, image);
        ImageIngest ingest = store.begin(new ImageMediaType("JPEG"));
        ingest.write(image, 0, image.length);
        StoredImage jpeg = ingest.commit();

        assertThat(jpeg.hash()).isEqualTo(png.hash());
        assertThat(jpeg.uri()).endsWith(".jpg").isNotEqualTo(png.uri());
        assertThat(files()).hasSize(2);
    }

    @Test
    void aFileSystemWithoutHardLinksPublishesByRename() throws IOException {
        byte[] image = image(100);

        store(store(new FaultyFileOperations().failing("link", "Operation not supported")), image);

        assertThat(target(image)).hasBinaryContent(image);
        assertThat(files()).hasSize(1);
    }

    @Test
    void anUncommittedImageLeavesNothing() throws IOException {
        FileImageStore store = store(new NioFileOperations());

        try (ImageIngest ingest = store.begin(PNG)) {
            ingest.write(image(100_000), 0, 100_000);
        }

        assertThat(files()).isEmpty();
        assertThat(store.counters()).isEqualTo(new StoreCounters(0, 0, 0, 0));
    }

    @Test
    void countersTellWhatCameInFromWhatWasWritten() {
        FileImageStore store = store(new NioFileOperations());

        store(store, image(100));
        store(store, image(100));
        store(store, image(7));

        assertThat(store.counters()).isEqualTo(new StoreCounters(3, 207, 2, 107));
    }

    @Test
    void concurrentEqualWritersGiveOneWholeFile() throws Exception {
        byte[] image = image(300_000);
        FileImageStore store = store(new NioFileOperations());
        List<Future<StoredImage>> writers = new ArrayList<>();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 32; i++) {
                writers.add(threads.submit(() -> store(store, image)));
            }
        }

        for (Future<StoredImage> writer : writers) {
            assertThat(writer.get().hash()).isEqualTo(ImageHash.of(image));
        }
        assertThat(store.counters().storedImages()).isEqualTo(1);
        assertThat(target(image)).hasBinaryContent(image);
        assertThat(files()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "write", "force", "attributes", "replace", "forceDirectory"})
    void aFailingStepIsReportedAndLeavesNoTemporaryFile(String step) throws IOException {
        for (int size : new int[] {10, 100_000}) {
            byte[] image = image(size);
            FaultyFileOperations files =
                    new FaultyFileOperations().failing("link", "not here").failing(step, "I/O error");

            assertThatThrownBy(() -> store(store(files), image))
                    .isInstanceOfSatisfying(
                            StorageException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FAILED))
                    .hasMessageContaining("I/O error");
            assertThat(files()).allSatisfy(file -> assertThat(file).hasBinaryContent(image));
            assertThat(files()).noneMatch(file -> file.getFileName().toString().startsWith("."));
            Files.deleteIfExists(target(image));
        }
    }

    @Test
    void aFullDiskIsReportedAsFull() throws IOException {
        FaultyFileOperations files = new FaultyFileOperations().failing("write", "No space left on device");

        assertThatThrownBy(() -> store(store(files), image(10)))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL));
        assertThat(files()).isEmpty();
    }

    @Test
    void anImageThatWouldBreakTheFreeSpaceFloorIsRefusedEarly() throws IOException {
        FaultyFileOperations files = new FaultyFileOperations().withUsableBytes(1_099);

        assertThatThrownBy(() -> store(store(files, 1_000), image(100)))
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL))
                .hasMessageContaining("1,000");
        assertThat(store(store(files, 1_000), image(99)).isNew()).isTrue();
        assertThat(files()).hasSize(1);
    }

    @Test
    void aCrashAtAnyStepLeavesNoTornImage() throws IOException {
        for (int size : new int[] {10, 5_000}) {
            byte[] image = image(size);
            for (int goodSteps = 0; ; goodSteps++) {
                Files.deleteIfExists(target(image));
                FaultyFileOperations files = new FaultyFileOperations().crashingAfter(goodSteps);
                try {
                    store(store(files), image);
                } catch (FaultyFileOperations.Crash crash) {
                    assertThat(files.crashed()).isTrue();
                }

                if (Files.exists(target(image))) {
                    assertThat(target(image)).hasBinaryContent(image);
                }
                StoredImage next = store(store(new NioFileOperations()), image);
                assertThat(FileUri.parse(next.uri())).hasBinaryContent(image);
                if (!files.crashed()) {
                    assertThat(goodSteps).as("steps of a whole store").isGreaterThanOrEqualTo(7);
                    break;
                }
            }
        }
    }

    private FileImageStore store(FileOperations files) {
        return store(files, 0);
    }

    private FileImageStore store(FileOperations files, long floor) {
        return FileImageStore.open(new StoreSettings(folder.resolve("images"), 1 << 20, floor, MEMORY_BYTES), files);
    }

    private static StoredImage store(ImageStore store, byte[] image) {
        try (ImageIngest ingest = store.begin(PNG)) {
            for (int at = 0; at < image.length; at += 999) {
                ingest.write(image, at, Math.min(999, image.length - at));
            }
            return ingest.commit();
        }
    }

    private Path target(byte[] image) throws IOException {
        return folder.toRealPath().resolve("images").resolve(ImageHash.of(image).hex() + ".png");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("images"))) {
            return files.toList();
        }
    }

    private static byte[] image(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
