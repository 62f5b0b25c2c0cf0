package dev.fovea.contract;

import java.util.List;

/**
 * Token ids in the <em>expanded</em> space: an image holds as many pads as it has embeddings. Samples, sidecars and an engine's
 * {@code features} live here.
 */
public record ExpandedIds(TokenIds ids) {

    public static ExpandedIds of(int... ids) {
        return new ExpandedIds(TokenIds.of(ids));
    }

    public int size() {
        return ids.size();
    }

    /** The same prompt with one pad an image, for an engine that expands by itself. Ranges are sorted and do not overlap. */
    public CompactIds compact(List<PlaceholderRange> ranges) {
        TokenIds compact = TokenIds.empty();
        int next = 0;
        for (PlaceholderRange range : ranges) {
            compact = compact.concat(ids.slice(next, range.offset() + 1));
            next = range.end();
        }
        return new CompactIds(compact.concat(ids.slice(next, ids.size())));
    }
}
