package dev.fovea.training.sample;

import dev.fovea.contract.RoutedExperts;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows of routed experts, aligned to tokens. */
public final class RoutedRows {

    private RoutedRows() {}

    /**
     * A turn's rows for its tokens. Engines tell no row for the token that they sampled last, because it never went through the
     * model; it gets the row before it. More than one row missing cannot be mended.
     *
     * @return one row a token; null where there are none, or too few. Surplus rows at the end are left out
     */
    public static @Nullable RoutedExperts aligned(@Nullable RoutedExperts rows, int tokens) {
        if (rows == null || rows.tokens() == 0 || rows.tokens() < tokens - 1) {
            return null;
        }
        if (rows.tokens() >= tokens) {
            return rows.resized(tokens);
        }
        byte[] data = new byte[Math.multiplyExact(tokens, rows.rowBytes())];
        rows.copyTo(data, 0);
        int last = data.length - rows.rowBytes();
        System.arraycopy(data, last - rows.rowBytes(), data, last, rows.rowBytes());
        return RoutedExperts.of(data, tokens, rows.layers(), rows.topk(), rows.dtype());
    }

    /** A branch's rows; null unless every message with tokens has as many rows, all of one form. */
    static @Nullable RoutedExperts joined(List<SampleNode> branch, int tokens) {
        List<SampleNode> nodes =
                branch.stream().filter(node -> !node.ids().isEmpty()).toList();
        RoutedExperts first = nodes.isEmpty() ? null : nodes.getFirst().experts();
        if (first == null || !nodes.stream().allMatch(node -> isWhole(node, first))) {
            return null;
        }
        byte[] data = new byte[Math.multiplyExact(tokens, first.rowBytes())];
        int at = 0;
        for (SampleNode node : nodes) {
            Objects.requireNonNull(node.experts(), "every message has rows").copyTo(data, at);
            at += node.ids().size() * first.rowBytes();
        }
        return RoutedExperts.of(data, tokens, first.layers(), first.topk(), first.dtype());
    }

    private static boolean isWhole(SampleNode node, RoutedExperts first) {
        RoutedExperts rows = node.experts();
        return rows != null && rows.tokens() == node.ids().size() && rows.sameRows(first);
    }
}
