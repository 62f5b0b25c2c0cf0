package dev.fovea.training.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.safetensors.SafetensorsHeader;
import dev.fovea.training.safetensors.StoredTensor;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.StepReceiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class StepFolderTest {

    @TempDir
    private Path folder;

    @TempDir
    private Path out;

    private GoldenRow golden;
    private final List<Long> written = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        golden = GoldenRow.in(folder);
    }

    @Test
    void aFileHoldsEveryTensorAtAMultipleOfItsNumbersSize() throws Exception {
        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        Path file = out.resolve("step_1/rank_0/00000.safetensors");
        try (FileChannel channel = FileChannel.open(file)) {
            SafetensorsHeader header = SafetensorsHeader.read(file, channel, StepFolderTest::refused);
            assertThat(stored(header, "pixel_values").format()).isEqualTo("F32");
            assertThat(stored(header, "loss_mask").format()).isEqualTo("BOOL");
            assertThat(stored(header, "input_ids").shape()).containsExactly(1L, 391L);
            for (StoredTensor tensor : header.tensors()) {
                long width = (tensor.end() - tensor.begin())
                        / tensor.shape().stream().reduce(1L, Math::multiplyExact);
                assertThat(header.position(tensor) % width).as(tensor.name()).isZero();
            }
            ByteBuffer pixels =
                    ByteBuffer.allocate((int) (stored(header, "pixel_values").end()
                            - stored(header, "pixel_values").begin()));
            channel.read(pixels, header.position(stored(header, "pixel_values")));
            String digest = HexFormat.of().formatHex(ImageHash.sha256().digest(pixels.array()));
            assertThat(digest).isEqualTo(golden.expected("pixel_sha256_float32").asString());
            assertThat(JsonMapper.shared()
                            .readTree(header.metadata().get(SafetensorsFormat.METADATA))
                            .get("pixel_sha256")
                            .asString())
                    .isEqualTo(digest);
        }
    }

    @Test
    void aStepIsCompleteWhenAllItsFilesStand() throws Exception {
        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        assertThat(names(out.resolve("step_1/rank_0")))
                .containsExactlyInAnyOrder("00000.safetensors", "00001.safetensors", "rows.sha256", "metrics.json");
        assertThat(JsonMapper.shared()
                        .readTree(out.resolve("step_1/rank_0/metrics.json"))
                        .get("mm/images_materialized")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void writingWaitsUntilTheTrainerReleasesAStep() throws Exception {
        FolderFeed feed = feed(new Steps(3), new FolderRetention(2, 0));

        assertThat(feed.next(Duration.ZERO)).isTrue();
        assertThat(feed.next(Duration.ZERO)).isTrue();
        assertThat(feed.next(Duration.ZERO)).isFalse();
        Files.createFile(out.resolve("step_1/rank_0/released"));
        assertThat(feed.next(Duration.ZERO)).isTrue();

        assertThat(written).containsExactly(1L, 2L, 3L);
        assertThat(names(out)).containsExactlyInAnyOrder("step_2", "step_3");
    }

    @Test
    void theNewestReleasedStepsStayAsManyAsAreKept() throws Exception {
        FolderFeed feed = feed(new Steps(4), new FolderRetention(4, 1));
        for (int i = 1; i <= 3; i++) {
            feed.next(Duration.ZERO);
            Files.createFile(out.resolve("step_" + i + "/rank_0/released"));
        }

        feed.next(Duration.ZERO);

        assertThat(names(out)).containsExactlyInAnyOrder("step_3", "step_4");
    }

    @Test
    void anotherRanksFilesAreNeverRemoved() throws Exception {
        FolderFeed feed = feed(new Steps(2), FolderRetention.DEFAULTS);
        feed.next(Duration.ZERO);
        Files.createDirectories(out.resolve("step_1/rank_1"));
        Files.createFile(out.resolve("step_1/rank_0/released"));

        feed.next(Duration.ZERO);

        assertThat(out.resolve("step_1/rank_1")).exists();
        assertThat(out.resolve("step_1/rank_0")).doesNotExist();
    }

    @Test
    void whatAKilledWriterLeftIsWrittenAgainAndItsTemporaryFilesGo() throws Exception {
        Path rank = Files.createDirectories(out.resolve("step_1/rank_0"));
        Files.writeString(rank.resolve(".00001.safetensors.x.tmp"), "torn");
        Files.writeString(rank.resolve("00000.safetensors"), "of another life");

        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        assertThat(names(rank))
                .containsExactlyInAnyOrder("00000.safetensors", "00001.safetensors", "rows.sha256", "metrics.json");
        assertThat(Files.size(rank.resolve("00000.safetensors"))).isGreaterThan(1000);
    }

    @Test
    void aStepThatStandsCompleteIsNotWrittenAgain() throws Exception {
        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);
        var before = Files.getLastModifiedTime(out.resolve("step_1/rank_0/00000.safetensors"));

        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        assertThat(Files.getLastModifiedTime(out.resolve("step_1/rank_0/00000.safetensors")))
                .isEqualTo(before);
    }

    @Test
    void aStepInAnotherFormatDoesNotStandForThisOne() throws Exception {
        Path rank = Files.createDirectories(out.resolve("step_1/rank_0"));
        Files.writeString(rank.resolve("00000.arrow"), "another format");
        Files.writeString(rank.resolve("metrics.json"), "{}");

        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        assertThat(names(rank)).contains("00000.safetensors", "00001.safetensors", "metrics.json");
    }

    @Test
    void aStepThatWasReleasedBeforeItsTransportKnewIsNotWrittenAgain() throws Exception {
        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);
        Files.createFile(out.resolve("step_1/rank_0/released"));
        written.clear();

        // the feed was killed before it told the transport, which brings the step again
        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        assertThat(written).isEmpty();
    }

    @Test
    void aCompleteStepOfOtherRowsIsRefused() throws Exception {
        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);
        FolderFeed other = feed(new Steps(1).of(Rows.text(5), Rows.text(6)), FolderRetention.DEFAULTS);

        assertThatThrownBy(() -> other.next(Duration.ZERO))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.STEP_REFUSED));
    }

    @Test
    void nothingOfAnIncompleteStepOutlivesTheStepThatIsWrittenInItsPlace() throws Exception {
        Path rank = Files.createDirectories(out.resolve("step_1/rank_0"));
        Files.writeString(rank.resolve("00007.safetensors"), "of another life with more rows");
        Files.createFile(rank.resolve("released"));

        feed(new Steps(1), FolderRetention.DEFAULTS).next(Duration.ZERO);

        assertThat(names(rank))
                .containsExactlyInAnyOrder("00000.safetensors", "00001.safetensors", "rows.sha256", "metrics.json");
    }

    @Test
    void aSecondFeedOfARankIsKeptOutOfTheFolder() {
        try (FolderLock first = FolderLock.take(out, 0);
                FolderLock otherRank = FolderLock.take(out, 1)) {
            assertThatThrownBy(() -> FolderLock.take(out, 0))
                    .isInstanceOfSatisfying(
                            FoveaException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.WRITER_REPLACED));
            assertThat(first).isNotSameAs(otherRank);
        }
        FolderLock.take(out, 0).close();
    }

    private static StoredTensor stored(SafetensorsHeader header, String name) {
        return header.tensors().stream()
                .filter(tensor -> tensor.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private FolderFeed feed(Steps steps, FolderRetention retention) {
        RankFeed feed = new RankFeed(steps, golden.maker(MultimodalSettings.DEFAULTS), new PixelBudget(1 << 24), 0);
        return new FolderFeed(feed, new StepFolder(out, 0, new SafetensorsFormat()), retention, new FeedListener() {
            @Override
            public void sent(BatchMetadata batch, StepMetrics soFar) {}

            @Override
            public void released(long step, StepMetrics metrics) {
                written.add(step);
            }
        });
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static StorageException refused(Path file, String what, @Nullable Throwable cause) {
        return new StorageException(ErrorCode.STORAGE_FAILED, file + " " + what, "write it again", cause);
    }

    /** So many steps of the golden row and a row of text. */
    private final class Steps implements StepReceiver<MicroBatch> {

        private final int count;
        private long next = 1;
        private List<MicroBatch> rows = List.of();

        Steps(int count) {
            this.count = count;
        }

        Steps of(MicroBatch... others) {
            rows = List.of(others);
            return this;
        }

        @Override
        public Optional<IncomingStep<MicroBatch>> poll(Duration patience) {
            return next > count ? Optional.empty() : Optional.of(new Step(next));
        }

        @Override
        public void close() {}

        private final class Step implements IncomingStep<MicroBatch> {

            private final long step;

            Step(long step) {
                this.step = step;
            }

            @Override
            public long step() {
                return step;
            }

            @Override
            public int size() {
                return 2;
            }

            @Override
            public Iterator<MicroBatch> iterator() {
                if (!rows.isEmpty()) {
                    return rows.iterator();
                }
                try {
                    return List.of(golden.row(), Rows.text(9)).iterator();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void release() {
                next = step + 1;
            }

            @Override
            public void close() {}
        }
    }
}
