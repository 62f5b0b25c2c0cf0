package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJson;
import dev.fovea.training.PackSettings;
import dev.fovea.training.feed.TrainerBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a picture to a trainer's pixels through every real part; then each fault on the way, caught with a code and counted. */
class IdentityFaultsTest {

    private static final List<String> SQUARES = Stream.of(0x336699, 0xCC3300, 0x00AA55)
            .map(rgb -> TestImages.dataUrl(TestImages.png(rgb, 100, 100)))
            .toList();

    @TempDir
    private Path folder;

    private Path checkpoint;
    private TestHouse house;
    private Trace trace;

    @BeforeEach
    void playOneHonestRollout() throws IOException, InterruptedException {
        checkpoint = TinyCheckpoint.write(folder.resolve("checkpoint"));
        house = new TestHouse(folder, checkpoint);
        trace = house.play(SQUARES);
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void anHonestRolloutPassesEveryProof() {
        List<TrainingSample> samples = house.samples(trace);
        List<TrainerBatch> batches = house.materialize(house.rows(samples));

        assertThat(samples).hasSize(1);
        assertThat(samples.getFirst().images()).hasSize(3);
        assertThat(batches.getFirst().images()).hasSize(3);
        assertThat(house.proofs().total().violations()).isZero();
        for (Proof proof : Proof.values()) {
            assertThat(house.proofs().count(proof).checks()).as(proof.wire()).isPositive();
        }
    }

    @Test
    void rolloutsThatShareARowPassToo() throws IOException, InterruptedException {
        List<TrainingSample> samples = new ArrayList<>(house.samples(trace));
        samples.addAll(house.samples(house.play(SQUARES.reversed())));
        samples.addAll(house.samples(house.play(SQUARES.subList(1, 2))));
        List<MicroBatch> rows = house.rows(samples);

        List<TrainerBatch> batches = house.materialize(rows);

        assertThat(rows).hasSize(1);
        assertThat(batches.getFirst().images()).hasSize(7);
        assertThat(house.proofs().total().violations()).isZero();
    }

    @Test
    void aTruncatedSampleProvesWhatIsLeftOfIt() {
        List<TrainingSample> samples = house.samples(trace);
        int cut = samples.getFirst().images().getLast().placeholder().offset() + 1;
        List<MicroBatch> rows = house.rows(samples, new PackSettings(cut, 1));

        List<TrainerBatch> batches = house.materialize(rows);

        assertThat(batches.getFirst().images()).hasSize(2);
        assertThat(house.proofs().total().violations()).isZero();
    }

    @Test
    void aChangedByteInAnAssetIsCaught() throws IOException {
        List<MicroBatch> rows = house.rows(house.samples(trace));
        Path asset = anAsset();
        byte[] bytes = Files.readAllBytes(asset);
        bytes[bytes.length / 2] ^= 1;
        Files.write(asset, bytes);

        violates(Proof.ASSET_BYTES, ErrorCode.ASSET_CHANGED, () -> house.materialize(rows));
    }

    @Test
    void anAssetThatWasRemovedIsCaught() throws IOException {
        List<MicroBatch> rows = house.rows(house.samples(trace));
        Files.delete(anAsset());

        violates(Proof.ASSET_BYTES, ErrorCode.ASSET_MISSING, () -> house.materialize(rows));
    }

    @ParameterizedTest
    @CsvSource({"4096,1024", "4096,16384", "1024,2048"})
    void anotherResizeSettingOnTheTrainersSideIsCaught(String from, String to) {
        List<MicroBatch> rows = house.rows(house.samples(trace));
        FamilyModel other = other(text -> text.replace(from, to));

        violates(Proof.LAYOUT, ErrorCode.LAYOUT_MISMATCH, () -> house.materialize(rows, other));
    }

    @Test
    void anotherResizeSettingIsCaughtWithoutAFingerprintToo() {
        FamilyModel other = other(text -> text.replace("4096", "1024"));
        List<MicroBatch> rows = house.rows(SampleEdits.withImages(
                house.samples(trace),
                images -> images.stream()
                        .map(image -> new ImageRef(
                                SampleEdits.withoutFingerprint(image.item()), image.hash(), image.placeholder()))
                        .toList()));

        violates(Proof.LAYOUT, ErrorCode.LAYOUT_MISMATCH, () -> house.materialize(rows, other));
    }

    @Test
    void anotherNormalisationOnTheTrainersSideIsCaught() {
        List<MicroBatch> rows = house.rows(house.samples(trace));
        FamilyModel other = other(text -> text.replaceFirst("\\[0.5, 0.5, 0.5\\]", "[0.5, 0.5, 0.4]"));

        violates(Proof.PIXELS, ErrorCode.PIXEL_MISMATCH, () -> house.materialize(rows, other));
    }

    @Test
    void anOffsetThatShiftedInASampleIsCaught() {
        List<TrainingSample> shifted =
                SampleEdits.withImages(house.samples(trace), images -> SampleEdits.shifted(images, 1));

        violates(Proof.PLACEHOLDERS, ErrorCode.PLACEHOLDER_MISMATCH, () -> house.rows(shifted));
    }

    @Test
    void anOffsetThatShiftedWithItsTokenTypesIsCaught() {
        TrainingSample sample = house.samples(trace).getFirst();
        List<ImageRef> images = SampleEdits.shifted(sample.images(), 1);
        List<MicroBatch> rows = house.rows(
                List.of(SampleEdits.with(sample, sample.ids(), images, SampleEdits.types(sample.size(), images))));

        violates(Proof.PLACEHOLDERS, ErrorCode.PLACEHOLDER_MISMATCH, () -> house.materialize(rows));
    }

    @Test
    void anOffsetThatShiftedInARowIsCaught() {
        MicroBatch row = house.rows(house.samples(trace)).getFirst();

        violates(
                Proof.PLACEHOLDERS,
                ErrorCode.PLACEHOLDER_MISMATCH,
                () -> house.materialize(
                        List.of(SampleEdits.with(row, row.inputIds(), SampleEdits.shifted(row.images(), -1)))));
    }

    @Test
    void aReferenceThatWasDroppedFromASampleIsCaught() {
        List<TrainingSample> dropped = SampleEdits.withImages(house.samples(trace), images -> images.subList(0, 2));

        violates(Proof.PLACEHOLDERS, ErrorCode.PLACEHOLDER_MISMATCH, () -> house.rows(dropped));
    }

    @Test
    void aReferenceThatWasDroppedFromARowIsCaught() {
        MicroBatch row = house.rows(house.samples(trace)).getFirst();

        violates(
                Proof.PLACEHOLDERS,
                ErrorCode.PLACEHOLDER_MISMATCH,
                () -> house.materialize(List.of(
                        SampleEdits.with(row, row.inputIds(), row.images().subList(1, 3)))));
    }

    @Test
    void aReferenceThatWasDroppedFromATraceIsCaught() {
        Trace blind = edited(trace, text -> text.replaceFirst("\"images\":\\[\\{.*?\\}\\]", "\"images\":[]"));

        violates(Proof.PLACEHOLDERS, ErrorCode.PLACEHOLDER_MISMATCH, () -> house.samples(blind));
    }

    @Test
    void twoImagesThatChangedPlacesAreCaught() {
        List<MicroBatch> rows = house.rows(SampleEdits.withImages(house.samples(trace), SampleEdits::swapped));

        violates(Proof.PLACEHOLDERS, ErrorCode.PLACEHOLDER_MISMATCH, () -> house.materialize(rows));
    }

    @Test
    void twoFilesThatChangedPlacesAreCaught() {
        List<MicroBatch> rows = house.rows(SampleEdits.withImages(
                house.samples(trace),
                images -> List.of(
                        SampleEdits.filed(images.get(0), images.get(1)),
                        SampleEdits.filed(images.get(1), images.get(0)),
                        images.get(2))));

        violates(Proof.ASSET_BYTES, ErrorCode.ASSET_CHANGED, () -> house.materialize(rows));
    }

    @Test
    void twoFilesThatChangedPlacesWithTheirHashesAreCaughtByTheirPixels() {
        List<MicroBatch> rows = house.rows(SampleEdits.withImages(
                house.samples(trace),
                images -> List.of(
                        new ImageRef(
                                SampleEdits.filed(images.get(0), images.get(1)).item(),
                                images.get(1).hash(),
                                images.get(0).placeholder()),
                        new ImageRef(
                                SampleEdits.filed(images.get(1), images.get(0)).item(),
                                images.get(0).hash(),
                                images.get(1).placeholder()),
                        images.get(2))));

        violates(Proof.PIXELS, ErrorCode.PIXEL_MISMATCH, () -> house.materialize(rows));
    }

    @Test
    void aTokenThatChangedInATraceIsCaught() {
        Trace other = edited(trace, text -> text.replaceFirst("\"token_ids\":\\[(\\d+),", "\"token_ids\":[7,"));

        violates(Proof.SAMPLE_IDS, ErrorCode.TOKEN_MISMATCH, () -> house.samples(other));
    }

    @ParameterizedTest
    @CsvSource({"0", "40", "-1"})
    void aTokenThatChangedInASampleIsCaught(int at) {
        TrainingSample sample = house.samples(trace).getFirst();
        ExpandedIds ids = SampleEdits.changed(sample.ids(), at < 0 ? sample.size() + at : at);
        List<MicroBatch> rows =
                house.rows(List.of(SampleEdits.with(sample, ids, sample.images(), sample.tokenTypes())));

        violates(Proof.SAMPLE_IDS, ErrorCode.TOKEN_MISMATCH, () -> house.materialize(rows));
    }

    private void violates(Proof proof, ErrorCode code, ThrowingCallable work) {
        ProofLedger proofs = house.proofs();
        assertThat(proofs.total().violations()).isZero();

        FoveaException caught = catchThrowableOfType(FoveaException.class, work);

        assertThat(caught).isNotNull();
        assertThat(caught.code()).isEqualTo(code);
        assertThat(proofs.count(proof).violations()).isEqualTo(1);
        assertThat(proofs.total().violations()).isEqualTo(1);
    }

    private FamilyModel other(UnaryOperator<String> change) {
        return Families.open(
                TinyCheckpoint.copy(checkpoint, folder.resolve("other"), "preprocessor_config.json", change));
    }

    private Path anAsset() throws IOException {
        try (Stream<Path> files = Files.list(house.images())) {
            return files.findFirst().orElseThrow();
        }
    }

    private static Trace edited(Trace trace, UnaryOperator<String> edit) {
        String text = new String(TraceJson.write(trace), StandardCharsets.UTF_8);
        String changed = edit.apply(text);
        assertThat(changed).isNotEqualTo(text);
        return TraceJson.read(changed.getBytes(StandardCharsets.UTF_8));
    }
}
