package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import dev.fovea.contract.PlaceholderRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several stretches as one padded batch: everything that the layers need to know of tokens, made on the Java side.
 *
 * <p>Padding stands behind a stretch's end, where the causal mask already hides it from every real token, so no mask but the causal
 * one is needed. All arrays have {@code sequences x length} rows, or {@code sequences x asked} for the last layer.
 */
final class TextInput {

    /** What the queries of a layer need: their rotary tables, and which keys they may see. */
    record Queries(int count, Ops.Turn turn, NDArray mask) {}

    private final Step step;
    private final List<Stretch> stretches;
    private final Rotary rotary;
    private final int length;
    private final int askedLength;
    private final int keys;
    private final Queries all;
    private final Queries asked;
    private final @Nullable NDArray askedRows;

    /** @param keys longest sequence, cached tokens included */
    TextInput(Step step, List<Stretch> stretches, Rotary rotary, int keys) {
        this.step = step;
        this.stretches = stretches;
        this.rotary = rotary;
        this.keys = keys;
        this.length = stretches.stream().mapToInt(Stretch::length).max().orElseThrow();
        this.askedLength =
                stretches.stream().mapToInt(Stretch::askedCount).max().orElseThrow();
        this.all = new Queries(length, turn(length, this::token), mask(length, this::token, sameStart()));
        if (length == 1) {
            this.asked = all;
            this.askedRows = null;
        } else {
            this.asked = new Queries(
                    askedLength, turn(askedLength, Stretch::asked), mask(askedLength, Stretch::asked, false));
            this.askedRows = step.indices(rows());
        }
    }

    /** Which token of a stretch stands at a row of it. */
    @FunctionalInterface
    private interface TokenAt {
        int token(Stretch stretch, int row);
    }

    int sequences() {
        return stretches.size();
    }

    int length() {
        return length;
    }

    int keys() {
        return keys;
    }

    Queries all() {
        return all;
    }

    /** Those of the last layer: of the tokens that were asked for only. */
    Queries asked() {
        return asked;
    }

    /** Which rows are asked for; null where all are. */
    @Nullable NDArray askedRows() {
        return askedRows;
    }

    /**
     * Rows of a table that holds {@code features} image rows and then the vocabulary. What is an image comes from the layout alone:
     * a policy may sample the pad's id as text.
     */
    NDArray embeddingRows(int features) {
        return step.indices(rows(length, this::token, features, (stretch, token) -> features + stretch.id(token)));
    }

    /** Rows of a table that holds {@code features} image rows and then one row of zeros. */
    NDArray additionRows(int features, boolean onlyAsked) {
        boolean reduced = onlyAsked && askedRows != null;
        TokenAt at = reduced ? Stretch::asked : this::token;
        return step.indices(rows(reduced ? askedLength : length, at, features, (_, _) -> features));
    }

    /** Padding repeats the last token. */
    private int token(Stretch stretch, int row) {
        return Math.min(stretch.from() + row, stretch.to() - 1);
    }

    @FunctionalInterface
    private interface TextRow {
        long row(Stretch stretch, int token);
    }

    private long[] rows(int perStretch, TokenAt at, int features, TextRow text) {
        long[] rows = new long[stretches.size() * perStretch];
        int next = 0;
        for (Stretch stretch : stretches) {
            for (int i = 0; i < perStretch; i++) {
                int token = at.token(stretch, i);
                int feature = features == 0 ? -1 : feature(stretch, token);
                rows[next++] = feature >= 0 ? feature : text.row(stretch, token);
            }
        }
        return rows;
    }

    private static int feature(Stretch stretch, int token) {
        for (Stretch.PlacedImage image : stretch.images()) {
            PlaceholderRange range = image.range();
            if (token >= range.offset() && token < range.end()) {
                return image.firstRow() + token - range.offset();
            }
        }
        return -1;
    }

    private long[] rows() {
        long[] rows = new long[stretches.size() * askedLength];
        for (int i = 0; i < rows.length; i++) {
            Stretch stretch = stretches.get(i / askedLength);
            rows[i] = (long) (i / askedLength) * length + stretch.asked(i % askedLength) - stretch.from();
        }
        return rows;
    }

    private Ops.Turn turn(int perStretch, TokenAt at) {
        long rows = (long) stretches.size() * perStretch;
        MemorySegment cosines = step.newFloats(rows * rotary.width());
        MemorySegment sines = step.newFloats(rows * rotary.width());
        long row = 0;
        for (Stretch stretch : stretches) {
            for (int i = 0; i < perStretch; i++) {
                rotary.write(stretch.positions(), at.token(stretch, i), cosines, sines, row++);
            }
        }
        long[] shape = {rows, 1, 2, rotary.width() / 2};
        return new Ops.Turn(step.floats(cosines, shape), step.floats(sines, shape));
    }

    private boolean sameStart() {
        int from = stretches.getFirst().from();
        return stretches.stream().allMatch(stretch -> stretch.from() == from);
    }

    /**
     * Added to scores: 0 up to the query's own token, minus infinity behind it.
     *
     * @param shared one mask serves all sequences; then it is made from row numbers, so that padding too sees at least itself
     */
    private NDArray mask(int perStretch, TokenAt at, boolean shared) {
        float[] visibleThenHidden = new float[2 * keys];
        Arrays.fill(visibleThenHidden, keys, 2 * keys, Float.NEGATIVE_INFINITY);
        int sequences = shared ? 1 : stretches.size();
        MemorySegment mask = step.newFloats((long) sequences * perStretch * keys);
        for (int i = 0; i < sequences * perStretch; i++) {
            Stretch stretch = stretches.get(i / perStretch);
            int token = shared ? stretch.from() + i : at.token(stretch, i % perStretch);
            int visible = Math.min(token + 1, keys);
            long target = (long) i * keys * Float.BYTES;
            MemorySegment.copy(visibleThenHidden, keys - visible, mask, ValueLayout.JAVA_FLOAT, target, keys);
        }
        return step.floats(mask, sequences, 1, perStretch, 1, keys);
    }
}
