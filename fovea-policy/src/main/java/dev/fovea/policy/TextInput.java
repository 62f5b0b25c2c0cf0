package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import dev.fovea.contract.PlaceholderRange;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several stretches as one padded batch: everything that the layers need to know of tokens, made on the Java side.
 *
 * <p>Padding stands behind a stretch's end, where the causal mask already hides it from every real token, so no mask but the causal
 * one is needed. All arrays have {@code sequences x length} rows, or {@code sequences x asked} for the last layer.
 */
final class TextInput {

    /**
     * The tokens that a layer computes queries for.
     *
     * @param count rows of each sequence
     * @param tokens which token stands at a row
     * @param rows of the whole batch that these are; null where they are all
     * @param rotation of their positions
     * @param mask which keys they may see
     */
    record Queries(int count, TokenAt tokens, @Nullable NDArray rows, Ops.Rotation rotation, NDArray mask) {}

    /** Which token of a stretch stands at one of its rows. */
    @FunctionalInterface
    interface TokenAt {
        int token(Stretch stretch, int row);
    }

    private final Step step;
    private final List<Stretch> stretches;
    private final Rotary rotary;
    private final int length;
    private final int keys;
    private final Queries all;
    private final Queries asked;

    /** @param keys longest sequence, cached tokens included */
    TextInput(Step step, List<Stretch> stretches, Rotary rotary, int keys) {
        this.step = step;
        this.stretches = stretches;
        this.rotary = rotary;
        this.keys = keys;
        this.length = longest(Stretch::length);
        this.all = new Queries(length, TextInput::token, null, rotation(length, TextInput::token), maskOfAll());
        this.asked = length == 1 ? all : asked(longest(Stretch::askedCount));
    }

    private int longest(ToIntFunction<Stretch> size) {
        return stretches.stream().mapToInt(size).max().orElseThrow();
    }

    private Queries asked(int count) {
        long[] rows = new long[stretches.size() * count];
        for (int i = 0; i < rows.length; i++) {
            Stretch stretch = stretches.get(i / count);
            rows[i] = (long) (i / count) * length + stretch.asked(i % count) - stretch.from();
        }
        TokenAt at = Stretch::asked;
        return new Queries(count, at, step.indices(rows), rotation(count, at), mask(count, at));
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

    /** Those of every layer but the last. */
    Queries all() {
        return all;
    }

    /** Those of the last layer: of the tokens that were asked for only. */
    Queries asked() {
        return asked;
    }

    /**
     * Rows of a table that holds {@code features} image rows and then the vocabulary. What is an image comes from the layout alone:
     * a policy may sample the pad's id as text.
     */
    NDArray embeddingRows(int features) {
        return step.indices(rows(all, (stretch, token) -> features + stretch.id(token)));
    }

    /** Rows of a table that holds {@code features} image rows and then one row of zeros. */
    NDArray additionRows(int features, Queries queries) {
        return step.indices(rows(queries, (_, _) -> features));
    }

    /** Padding repeats the last token. */
    private static int token(Stretch stretch, int row) {
        return Math.min(stretch.from() + row, stretch.to() - 1);
    }

    @FunctionalInterface
    private interface TextRow {
        long row(Stretch stretch, int token);
    }

    private long[] rows(Queries queries, TextRow text) {
        long[] rows = new long[stretches.size() * queries.count()];
        int next = 0;
        for (Stretch stretch : stretches) {
            for (int i = 0; i < queries.count(); i++) {
                int token = queries.tokens().token(stretch, i);
                int feature = feature(stretch, token);
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

    private Ops.Rotation rotation(int count, TokenAt at) {
        long rows = (long) stretches.size() * count;
        MemorySegment cosines = step.newFloats(rows * rotary.width());
        MemorySegment sines = step.newFloats(rows * rotary.width());
        long row = 0;
        for (Stretch stretch : stretches) {
            for (int i = 0; i < count; i++) {
                rotary.write(stretch.positions(), at.token(stretch, i), cosines, sines, row++);
            }
        }
        long[] shape = {rows, 1, 2, rotary.width() / 2};
        return new Ops.Rotation(step.floats(cosines, shape), step.floats(sines, shape));
    }

    /** Sequences that start at one token share a mask. */
    private NDArray maskOfAll() {
        int from = stretches.getFirst().from();
        if (stretches.stream().anyMatch(stretch -> stretch.from() != from)) {
            return mask(length, TextInput::token);
        }
        CausalMask mask = new CausalMask(step, length, keys);
        for (int i = 0; i < length; i++) {
            mask.add(from + i);
        }
        return mask.array(step, 1);
    }

    private NDArray mask(int count, TokenAt at) {
        CausalMask mask = new CausalMask(step, (long) stretches.size() * count, keys);
        for (Stretch stretch : stretches) {
            for (int i = 0; i < count; i++) {
                mask.add(at.token(stretch, i));
            }
        }
        return mask.array(step, stretches.size());
    }
}
