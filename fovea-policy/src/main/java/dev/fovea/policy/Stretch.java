package dev.fovea.policy;

import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Positions;
import java.util.List;

/**
 * Tokens {@code from} to {@code to} of one sequence, which a forward pass computes; the earlier ones stand in a cache. Every index
 * counts from the start of the sequence.
 */
final class Stretch {

    /** An image of the sequence and the first of its rows among the features of the batch. */
    record PlacedImage(PlaceholderRange range, int firstRow) {}

    private final int[] ids;
    private final Positions positions;
    private final List<PlacedImage> images;
    private final int from;
    private final int to;
    private final int[] asked;

    /**
     * A stretch of at least one token.
     *
     * @param ids of the sequence; not copied, and read up to {@code to}
     * @param images those that reach into the stretch
     * @param asked tokens of the stretch, in order, whose successor's distribution is wanted; at least one
     */
    Stretch(int[] ids, Positions positions, List<PlacedImage> images, int from, int to, int... asked) {
        this.ids = ids;
        this.positions = positions;
        this.images = images;
        this.from = from;
        this.to = to;
        this.asked = asked;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int length() {
        return to - from;
    }

    int id(int token) {
        return ids[token];
    }

    Positions positions() {
        return positions;
    }

    List<PlacedImage> images() {
        return images;
    }

    int askedCount() {
        return asked.length;
    }

    /** Beyond the end the first one again: padding that computes something harmless. */
    int asked(int index) {
        return index < asked.length ? asked[index] : asked[0];
    }
}
