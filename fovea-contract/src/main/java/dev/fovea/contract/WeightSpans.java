package dev.fovea.contract;

import java.util.ArrayList;
import java.util.List;

/**
 * Which weights sampled which tokens of one completion. The spans follow each other from token 0 on; neighbours have different
 * versions.
 */
public record WeightSpans(List<Span> spans) {

    /**
     * Tokens of one version.
     *
     * @param start index of the first sampled token
     * @param end index after the last one, above {@code start}
     */
    public record Span(WeightVersion version, int start, int end) {

        public Span {
            if (start < 0 || end <= start) {
                throw new IllegalArgumentException("tokens " + start + " to " + end);
            }
        }
    }

    public WeightSpans {
        if (spans.isEmpty()) {
            throw new IllegalArgumentException("no span");
        }
        List<Span> joined = new ArrayList<>();
        for (Span span : spans) {
            int end = joined.isEmpty() ? 0 : joined.getLast().end();
            if (span.start() != end) {
                throw new IllegalArgumentException("a span begins at token " + span.start() + ", not at " + end);
            }
            if (!joined.isEmpty() && joined.getLast().version().equals(span.version())) {
                Span before = joined.removeLast();
                joined.add(new Span(span.version(), before.start(), span.end()));
            } else {
                joined.add(span);
            }
        }
        spans = List.copyOf(joined);
    }

    /**
     * One version for a whole completion.
     *
     * @param tokens at least 1
     */
    public static WeightSpans of(WeightVersion version, int tokens) {
        return new WeightSpans(List.of(new Span(version, 0, tokens)));
    }

    /** How many tokens the spans cover. */
    public int tokens() {
        return spans.getLast().end();
    }

    /** The version with the fewest steps: what staleness counts from. */
    public WeightVersion oldest() {
        return new WeightVersion(
                spans.stream().mapToLong(span -> span.version().step()).min().orElseThrow());
    }
}
