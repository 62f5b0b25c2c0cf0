package dev.fovea.training.feed;

import static dev.fovea.training.feed.TensorReads.floats;
import static dev.fovea.training.feed.TensorReads.integers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** Batches against what transformers made of the same row; see resources/feed/README.md. */
class BatchMakerTest {

    private static final BatchPlace PLACE = new BatchPlace(7, 1, 0, 2);

    @TempDir
    private Path folder;

    private GoldenRow golden;

    @BeforeEach
    void open() throws IOException {
        golden = GoldenRow.in(folder);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "BFLOAT16"})
    void pixelsAreThoseOfTheReferencesProcessorBitForBit(PixelForm form) throws Exception {
        BatchMaker maker = golden.maker(new MultimodalSettings(MissingImages.ERROR, form));

        try (TensorBatch batch = maker.make(golden.row(), PLACE, new PixelBudget(0))) {
            Tensor pixels = batch.tensor("pixel_values").orElseThrow();
            assertThat(pixels.shape())
                    .containsExactly((long) golden.numbers("pixel_shape")[0], (long) golden.numbers("pixel_shape")[1]);
            assertThat(batch.metadata().pixelSha256())
                    .isEqualTo(golden.expected("pixel_sha256_" + form.id()).asString());
        }
    }

    @Test
    void gridsAndPositionsAreThoseOfTheReference() throws Exception {
        try (TensorBatch batch = made(golden.row())) {
            assertThat(integers(batch, "image_grid_thw"))
                    .containsExactly(golden.expected("image_grid_thw")
                            .valueStream()
                            .flatMap(grid -> grid.valueStream())
                            .mapToLong(axis -> axis.asLong())
                            .toArray());
            assertThat(integers(batch, "mrope_position_ids"))
                    .containsExactly(golden.expected("mrope_position_ids")
                            .valueStream()
                            .flatMap(axis -> axis.valueStream())
                            .mapToLong(position -> position.asLong())
                            .toArray());
            assertThat(batch.tensor("mrope_position_ids").orElseThrow().shape())
                    .containsExactly(3L, 1L, (long) golden.numbers("input_ids").length);
        }
    }

    @Test
    void listsOfTheRowAreTensorsUnderTheNamesOfTrainers() throws Exception {
        MicroBatch row = golden.row();

        try (TensorBatch batch = made(row)) {
            assertThat(integers(batch, "input_ids"))
                    .containsExactly(
                            row.inputIds().ids().stream().asLongStream().toArray());
            assertThat(integers(batch, "mm_token_type_ids"))
                    .containsExactly(Objects.requireNonNull(row.tokenTypes()).stream()
                            .asLongStream()
                            .toArray());
            assertThat(integers(batch, "loss_mask")).containsOnly(1);
            assertThat(floats(batch, "advantages")).containsOnly(0.5);
            assertThat(floats(batch, "inference_logprobs")).containsOnly(-0.25);
            assertThat(floats(batch, "ce_weights")).containsOnly(0.125);
            assertThat(integers(batch, "seq_lens")).containsExactly(233, 7, 151);
            assertThat(integers(batch, "env_ids")).startsWith(0, 0).endsWith(1, 0, 0);
            assertThat(batch.metadata().environments()).containsExactly("maze", "colours");
            assertThat(batch.tensor("ref_logprobs")).isEmpty();
            assertThat(batch.tensor("routed_experts")).isEmpty();
        }
    }

    @Test
    void aRowWithoutAdaptersCountsAllTokensInTheFirstSlot() throws Exception {
        try (TensorBatch batch = made(golden.row())) {
            assertThat(integers(batch, "lora_num_tokens")).containsExactly(391);
        }
    }

    @Test
    void routedExpertsAreWidened() throws Exception {
        byte[] data = {1, (byte) 200, 3, 4};
        RoutedExperts experts = RoutedExperts.of(data, 1, 2, 2, "uint8");

        Tensor tensor = ExpertRows.tensor(experts);

        assertThat(tensor.shape()).containsExactly(1L, 1L, 2L, 2L);
        assertThat(tensor.data().toArray(ValueLayout.JAVA_INT_UNALIGNED)).containsExactly(1, 200, 3, 4);
    }

    @Test
    void aRowOfTextHasNoPixelsAndEveryMetricIsThereAndZero() throws Exception {
        try (TensorBatch batch = made(Rows.text(12))) {
            assertThat(batch.tensor("pixel_values")).isEmpty();
            assertThat(batch.tensor("image_grid_thw")).isEmpty();
            assertThat(batch.metadata().pixelSha256()).isNull();
            assertThat(batch.metadata().metrics().named())
                    .containsEntry("time/mm_materialize", 0.0)
                    .containsEntry("mm/images_materialized", 0L)
                    .containsEntry("mm/images_placeholdered", 0L);
        }
        assertThat(StepMetrics.NONE.named())
                .containsEntry("time/mm_materialize", 0.0)
                .containsEntry("mm/images_materialized", 0L)
                .containsEntry("mm/images_placeholdered", 0L);
    }

    @Test
    void theMetadataSaysWhatTheForwardPassIsGiven() throws Exception {
        try (TensorBatch batch = made(golden.row())) {
            var json = JsonMapper.shared().readTree(batch.metadata().json());

            assertThat(json.get("format_version").asInt()).isEqualTo(1);
            assertThat(json.get("step").asLong()).isEqualTo(7);
            assertThat(json.get("rank").asInt()).isEqualTo(1);
            assertThat(json.get("count").asInt()).isEqualTo(2);
            assertThat(json.get("pass_position_ids_with_mm").asBoolean()).isFalse();
            assertThat(json.get("requires_mm_token_type_ids").asBoolean()).isTrue();
            assertThat(json.get("run_id").asString()).isEqualTo("run_a");
            assertThat(json.get("images_materialized").asInt()).isEqualTo(5);
        }
    }

    @Test
    void aFileThatIsReferencedTwiceIsDecodedOnce() throws Exception {
        AtomicInteger decoded = new AtomicInteger();
        PixelSource real = golden.source(MultimodalSettings.DEFAULTS);
        BatchMaker maker = golden.maker(MultimodalSettings.DEFAULTS, counting(real, decoded));

        try (TensorBatch batch = maker.make(golden.row(), PLACE, new PixelBudget(0))) {
            assertThat(decoded).hasValue(3);
            assertThat(batch.metadata().pixelSha256())
                    .isEqualTo(golden.expected("pixel_sha256_float32").asString());
        }
    }

    @Test
    void padsThatDoNotFitTheGridAreRefusedBeforeAFileIsRead() throws IOException {
        ImageRef image = golden.image("wide.png", List.of(1, 4, 4), new PlaceholderRange(1, 3));
        AtomicInteger decoded = new AtomicInteger();
        BatchMaker maker = golden.maker(
                MultimodalSettings.DEFAULTS, counting(golden.source(MultimodalSettings.DEFAULTS), decoded));

        assertThatThrownBy(() -> maker.make(Rows.of(6, List.of(image)), PLACE, new PixelBudget(0)))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.LAYOUT_MISMATCH));
        assertThat(decoded).hasValue(0);
    }

    @Test
    void imagesWithoutTokenTypesAreRefusedWhereTheModelNeedsThem() throws IOException {
        MicroBatch row = Rows.withTypes(golden.row(), null);

        assertThatThrownBy(() -> made(row))
                .isInstanceOfSatisfying(
                        FoveaException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.PLACEHOLDER_MISMATCH));
    }

    @Test
    void anImageOfAnotherFamilyIsRefused() throws IOException {
        MicroBatch row = Rows.ofFamily(golden.row(), "kimi_k25");

        assertThatThrownBy(() -> made(row))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNKNOWN_FAMILY));
    }

    @Test
    void aRowThatIsRefusedGivesItsShareOfTheBudgetBack() throws IOException {
        PixelBudget budget = new PixelBudget(1 << 20);
        PixelSource broken = (item, hash) -> {
            throw new IllegalStateException("a broken source");
        };

        assertThatThrownBy(
                        () -> golden.maker(MultimodalSettings.DEFAULTS, broken).make(golden.row(), PLACE, budget))
                .isInstanceOf(IllegalStateException.class);

        assertThat(budget.residentBytes()).isZero();
    }

    private TensorBatch made(MicroBatch row) throws InterruptedException {
        return golden.maker(MultimodalSettings.DEFAULTS).make(row, PLACE, new PixelBudget(0));
    }

    private static PixelSource counting(PixelSource real, AtomicInteger decoded) {
        return new PixelSource() {
            @Override
            public PixelPatches pixels(RawImageDescriptor item, MmHash hash) {
                throw new AssertionError("batches make pixels in place");
            }

            @Override
            public GridThw pixelsInto(RawImageDescriptor item, MmHash hash, ByteBuffer target) {
                decoded.incrementAndGet();
                return real.pixelsInto(item, hash, target);
            }
        };
    }
}
