package dev.fovea.training.feed;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the loss from the samples of a row that own certain images; ids, types and references stay as they are. */
final class ClearedSamples {

    /** Runs of tokens, in turn kept and cleared. */
    private final TokenMask cleared;

    private ClearedSamples(TokenMask cleared) {
        this.cleared = cleared;
    }

    static MicroBatch clear(MicroBatch row, List<ImageRef> owned) {
        return owned.isEmpty() ? row : new ClearedSamples(samples(row, owned)).clear(row);
    }

    private static TokenMask samples(MicroBatch row, List<ImageRef> owned) {
        TokenMask.Builder mask = new TokenMask.Builder();
        int start = 0;
        for (int length : row.sequenceLengths()) {
            int from = start;
            int to = start + length;
            mask.add(
                    owned.stream()
                            .anyMatch(image -> image.placeholder().offset() >= from
                                    && image.placeholder().offset() < to),
                    length);
            start = to;
        }
        return mask.build();
    }

    /** A stream weighs its tokens whatever the mask says, so that each is cleared by itself. */
    private MicroBatch clear(MicroBatch row) {
        return new MicroBatch(
                row.inputIds(),
                clear(row.lossMask()),
                cleared(row.advantages()),
                row.inferenceLogprobs(),
                row.positionIds(),
                row.sequenceLengths(),
                row.temperatures(),
                row.envNames(),
                row.refLogprobs(),
                row.loraTokens(),
                row.routedExperts(),
                row.images(),
                row.tokenTypes(),
                new LossStreams(
                        stream(row.streams().rl()),
                        stream(row.streams().ce()),
                        stream(row.streams().refKl())),
                row.runId(),
                row.runStep());
    }

    private TokenMask clear(TokenMask mask) {
        TokenMask.Builder kept = new TokenMask.Builder();
        for (int i = 0; i < mask.size(); i++) {
            kept.add(mask.get(i) && !cleared.get(i), 1);
        }
        return kept.build();
    }

    private @Nullable TokenValues stream(@Nullable TokenValues values) {
        return values == null ? null : cleared(values);
    }

    private TokenValues cleared(TokenValues values) {
        double[] kept = values.toArray();
        for (int i = 0; i < kept.length; i++) {
            kept[i] = cleared.get(i) ? 0 : kept[i];
        }
        return TokenValues.of(kept);
    }
}
