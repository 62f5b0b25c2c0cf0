package dev.fovea.training.feed;

import static dev.fovea.training.feed.TensorReads.floats;
import static dev.fovea.training.feed.TensorReads.integers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The row's first sample owns wide.png and tall.png twice, its last photo.jpg and wide.png. */
class MissingImagesTest {

    private static final BatchPlace PLACE = new BatchPlace(1, 0, 0, 1);
    private static final MultimodalSettings SOFT =
            new MultimodalSettings(MissingImages.PLACEHOLDER_ZERO_LOSS, PixelForm.FLOAT32);

    @TempDir
    private Path folder;

    private GoldenRow golden;

    @BeforeEach
    void open() throws IOException {
        golden = GoldenRow.in(folder);
    }

    @Test
    void aMissingFileIsAnErrorUnlessChosenOtherwise() throws IOException {
        var row = golden.row();
        Files.delete(golden.file("photo.jpg"));

        assertThatThrownBy(() -> make(row, MultimodalSettings.DEFAULTS))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.ASSET_MISSING));
    }

    @Test
    void onlyTheSampleThatOwnsAMissingFileLosesItsLoss() throws Exception {
        var row = golden.row();
        Files.delete(golden.file("photo.jpg"));

        try (TensorBatch batch = make(row, SOFT)) {
            long[] mask = integers(batch, "loss_mask");
            assertThat(Arrays.copyOfRange(mask, 0, 240)).containsOnly(1);
            assertThat(Arrays.copyOfRange(mask, 240, 391)).containsOnly(0);
            for (String name : new String[] {"advantages", "rl_weights", "ce_weights", "ref_kl_weights"}) {
                double[] values = floats(batch, name);
                assertThat(Arrays.copyOfRange(values, 0, 240)).as(name).doesNotContain(0);
                assertThat(Arrays.copyOfRange(values, 240, 391)).as(name).containsOnly(0);
            }
            assertThat(batch.metadata().metrics().trainedTokens()).isEqualTo(240);
        }
    }

    @Test
    void readableImagesKeepTheirPixelsAndShapesStay() throws Exception {
        var row = golden.row();
        byte[][] whole = new byte[5][];
        try (TensorBatch batch = make(row, SOFT)) {
            for (int i = 0; i < whole.length; i++) {
                whole[i] = image(batch, i);
            }
        }
        Files.delete(golden.file("tall.png"));

        try (TensorBatch batch = make(row, SOFT)) {
            assertThat(image(batch, 0)).isEqualTo(whole[0]);
            assertThat(image(batch, 1)).containsOnly(0);
            assertThat(image(batch, 2)).containsOnly(0);
            assertThat(image(batch, 3)).isEqualTo(whole[3]);
            assertThat(image(batch, 4)).isEqualTo(whole[4]);
            assertThat(batch.metadata().metrics().images()).isEqualTo(new ImageCounts(3, 2, 1));
            assertThat(batch.metadata().metrics().named()).containsEntry("mm/images_placeholdered", 2L);
        }
    }

    @Test
    void aChangedFileIsNeverAPlaceholder() throws IOException {
        var row = golden.row();
        Files.write(golden.file("photo.jpg"), new byte[] {1, 2, 3});

        assertThatThrownBy(() -> make(row, SOFT))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.ASSET_CHANGED));
    }

    @Test
    void aFolderInTheFilesPlaceIsNeverAPlaceholder() throws IOException {
        var row = golden.row();
        Files.delete(golden.file("photo.jpg"));
        Files.createDirectory(golden.file("photo.jpg"));

        assertThatThrownBy(() -> make(row, SOFT))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isNotEqualTo(ErrorCode.ASSET_MISSING));
    }

    @Test
    void aPlaceholderIsNoViolationAndAChangedFileIs() throws Exception {
        var row = golden.row();
        ProofLedger proofs = new ProofLedger();
        BatchMaker maker = new BatchMaker(golden.model(), golden.source(SOFT), SOFT, proofs);
        Files.delete(golden.file("tall.png"));

        maker.make(row, PLACE, new PixelBudget(0)).close();
        assertThat(proofs.count(Proof.ASSET_BYTES).violations()).isZero();

        Files.write(golden.file("photo.jpg"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> maker.make(row, PLACE, new PixelBudget(0))).isInstanceOf(FoveaException.class);
        assertThat(proofs.count(Proof.ASSET_BYTES).violations()).isEqualTo(1);
    }

    @Test
    void theDefaultIsToFail() {
        assertThat(MultimodalSettings.DEFAULTS)
                .isEqualTo(new MultimodalSettings(MissingImages.ERROR, PixelForm.FLOAT32));
        assertThat(MissingImages.of("placeholder_zero_loss")).isEqualTo(MissingImages.PLACEHOLDER_ZERO_LOSS);
        assertThatThrownBy(() -> MissingImages.of("skip")).hasMessageContaining("placeholder_zero_loss");
    }

    private TensorBatch make(dev.fovea.contract.MicroBatch row, MultimodalSettings settings)
            throws InterruptedException {
        return golden.maker(settings).make(row, PLACE, new PixelBudget(0));
    }

    private static byte[] image(TensorBatch batch, int index) {
        long[] grids = integers(batch, "image_grid_thw");
        Tensor pixels = batch.tensor("pixel_values").orElseThrow();
        long row = pixels.shape().get(1) * Float.BYTES;
        long from = 0;
        for (int i = 0; i < index; i++) {
            from += grids[3 * i] * grids[3 * i + 1] * grids[3 * i + 2] * row;
        }
        long bytes = grids[3 * index] * grids[3 * index + 1] * grids[3 * index + 2] * row;
        MemorySegment image = pixels.data().asSlice(from, bytes);
        return image.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    }
}
