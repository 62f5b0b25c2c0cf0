package dev.fovea.training.score;

import dev.fovea.contract.LossStreams;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import org.jspecify.annotations.Nullable;

/** Which part of the loss a policy's own tokens feed. */
public enum LossRoute {
    /** The policy gradient: what an absent stream means. */
    REINFORCEMENT,
    /** Cross entropy: imitation of whoever sampled. */
    IMITATION,
    /** The distance to a reference policy: distillation. */
    REFERENCE;

    /**
     * The weights that say so.
     *
     * @param mask one a token, true where it was sampled
     * @param observed weights of tokens that are learnt by cross entropy besides; null for none
     */
    public LossStreams streams(TokenMask mask, @Nullable TokenValues observed) {
        return switch (this) {
            case REINFORCEMENT -> new LossStreams(null, observed, null);
            case IMITATION -> new LossStreams(TokenValues.filled(mask.size(), 0.0), merged(mask, observed), null);
            case REFERENCE ->
                new LossStreams(TokenValues.filled(mask.size(), 0.0), observed, TokenValues.where(mask, 1.0));
        };
    }

    private static TokenValues merged(TokenMask mask, @Nullable TokenValues observed) {
        if (observed == null) {
            return TokenValues.where(mask, 1.0);
        }
        TokenValues.Builder merged = new TokenValues.Builder();
        int[] at = {0};
        mask.forEachRun((own, tokens) -> {
            if (own) {
                merged.add(1.0, tokens);
            } else {
                merged.add(observed, at[0], at[0] + tokens);
            }
            at[0] += tokens;
        });
        return merged.build();
    }
}
