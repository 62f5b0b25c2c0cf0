package dev.fovea.training.feed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that would be trained wrongly without anybody noticing. */
class RowFaultsTest {

    @TempDir
    private Path folder;

    private GoldenRow golden;

    @BeforeEach
    void open() throws IOException {
        golden = GoldenRow.in(folder);
    }

    @Test
    void imagesInAnotherOrderThanTheirTokensAreRefused() throws IOException {
        MicroBatch row = golden.row();
        List<ImageRef> swapped = new ArrayList<>(row.images());
        Collections.swap(swapped, 0, 1);

        refused(Rows.with(row, swapped, row.tokenTypes()), ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @Test
    void twoImagesAtOnePlaceAreRefused() throws IOException {
        MicroBatch row = golden.row();
        List<ImageRef> twice = new ArrayList<>(row.images());
        twice.add(1, twice.getFirst());

        refused(Rows.with(row, twice, row.tokenTypes()), ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @Test
    void aTokenTypeThatIsNeitherTextNorImageIsRefused() {
        int[] types = new int[6];
        types[3] = 2;

        refused(Rows.withTypes(Rows.text(6), TokenIds.of(types)), ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @ParameterizedTest
    @MethodSource
    void aFactToBeProvenInAnotherFormIsRefused(String member, Object value) throws IOException {
        ImageRef image = golden.image("wide.png", List.of(1, 4, 4), new PlaceholderRange(1, 4));
        Map<String, @Nullable Object> members = new LinkedHashMap<>(image.item().members());
        members.put(member, value);
        ImageRef odd = new ImageRef(new RawImageDescriptor(members), image.hash(), image.placeholder());

        refused(Rows.of(6, List.of(odd)), ErrorCode.INVALID_MM_IMAGE_REF);
    }

    static Stream<Arguments> aFactToBeProvenInAnotherFormIsRefused() {
        return Stream.of(
                Arguments.of(RawImageDescriptor.PROMPT_OFFSET, "1"),
                Arguments.of(RawImageDescriptor.PROMPT_OFFSET, 1.0),
                Arguments.of(RawImageDescriptor.PROMPT_OFFSET, -1),
                Arguments.of(RawImageDescriptor.ENGINE_TOKENS, "x"),
                Arguments.of(RawImageDescriptor.ENGINE_TOKENS, List.of(List.of(-3, "00"))),
                Arguments.of(RawImageDescriptor.ENGINE_TOKENS, List.of(List.of(3))));
    }

    @ParameterizedTest
    @MethodSource
    void aNumberThatWouldPoisonTheStepIsRefused(double value) {
        TokenValues values = TokenValues.of(0, 0, value, 0);

        refused(RowEdits.withAdvantages(Rows.text(4), values), ErrorCode.INVALID_WIRE_DATA);
    }

    static Stream<Double> aNumberThatWouldPoisonTheStepIsRefused() {
        return Stream.of(Double.NaN, Double.POSITIVE_INFINITY, -1e300);
    }

    @Test
    void adapterSlotsThatDoNotTakeAllTokensAreRefused() {
        refused(RowEdits.withLora(Rows.text(4), List.of(1, 2)), ErrorCode.INVALID_WIRE_DATA);
    }

    @Test
    void positionsThatDoNotFollowOneAnotherAreRefused() {
        refused(RowEdits.withPositions(Rows.text(4), TokenIds.of(0, 1, 3, 4)), ErrorCode.INVALID_WIRE_DATA);
        refused(RowEdits.withPositions(Rows.text(4), TokenIds.of(1, 2, 3, 4)), ErrorCode.INVALID_WIRE_DATA);
    }

    @Test
    void aFaultSaysInWhichRowOfWhichStepItIs() {
        MicroBatch bad = RowEdits.withLora(Rows.text(4), List.of(9));
        List<MicroBatch> rows = List.of(Rows.text(3), bad);

        try (Prefetch batches = Prefetch.start(
                golden.maker(MultimodalSettings.DEFAULTS), new PixelBudget(0), 12, 3, rows.size(), rows.iterator())) {
            assertThatThrownBy(() -> IntStream.range(0, 2).forEach(i -> next(batches)))
                    .hasMessageContaining("step 12, rank 3, row 1: ");
        }
    }

    private static void next(Prefetch batches) {
        try {
            batches.next().orElseThrow().close();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void refused(MicroBatch row, ErrorCode code) {
        assertThatThrownBy(() -> golden.maker(MultimodalSettings.DEFAULTS)
                        .make(row, new BatchPlace(1, 0, 0, 1), new PixelBudget(0)))
                .isInstanceOfSatisfying(
                        FoveaException.class,
                        error -> org.assertj.core.api.Assertions.assertThat(error.code())
                                .isEqualTo(code));
    }
}
