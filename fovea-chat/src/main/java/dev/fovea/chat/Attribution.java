package dev.fovea.chat;

import dev.fovea.contract.TokenMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The origin of each token, as runs. A prompt has a few runs a message and not one entry a token, so that the turn before costs
 * one run, however long it was.
 *
 * @param runs in token order, without gaps, the first from 0 on; neighbours differ
 */
public record Attribution(List<Run> runs) {

    /**
     * Neighbouring tokens of one origin.
     *
     * @param from index of the first
     * @param end index behind the last
     */
    public record Run(Origin origin, int from, int end) {}

    public Attribution {
        runs = List.copyOf(runs);
    }

    /** How many tokens it covers. */
    public int size() {
        return runs.isEmpty() ? 0 : runs.getLast().end();
    }

    /** The origin of one token. */
    public Origin at(int token) {
        int low = 0;
        int high = runs.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (runs.get(middle).end() <= token) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return runs.get(low).origin();
    }

    /** One a token: true for what a model said or would have to say. */
    public TokenMask sampled() {
        TokenMask.Builder mask = new TokenMask.Builder();
        runs.forEach(run -> mask.add(run.origin().sampled(), run.end() - run.from()));
        return mask.build();
    }

    /** One a token: true for the caller's or model's own text and for image pads. */
    public TokenMask content() {
        TokenMask.Builder mask = new TokenMask.Builder();
        runs.forEach(run -> mask.add(run.origin().content(), run.end() - run.from()));
        return mask.build();
    }

    /** One a token: index of the caller's message, or {@link RenderedTokens#SCAFFOLD}. */
    public int[] messageIndices() {
        int[] indices = new int[size()];
        runs.forEach(
                run -> Arrays.fill(indices, run.from(), run.end(), run.origin().message()));
        return indices;
    }

    /** An attribution in the making. One thread. */
    static final class Builder {

        private final List<Run> runs = new ArrayList<>();
        private Origin origin = Origin.scaffold();
        private int from;
        private int end;

        void add(Origin next, int tokens) {
            if (end > from && !next.equals(origin)) {
                close();
            }
            origin = next;
            end += tokens;
        }

        private void close() {
            runs.add(new Run(origin, from, end));
            from = end;
        }

        Attribution build() {
            if (end > from) {
                close();
            }
            return new Attribution(runs);
        }
    }
}
