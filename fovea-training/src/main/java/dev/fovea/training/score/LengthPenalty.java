package dev.fovea.training.score;

/**
 * Makes long rollouts worth less: a share of the group's mean reward, growing with what a rollout used of the group's most.
 *
 * @param outputTokens weight of sampled tokens, at least 0
 * @param inputTokens weight of tokens that were read, at least 0
 * @param turns weight of turns, at least 0
 */
public record LengthPenalty(double outputTokens, double inputTokens, double turns) {

    /** The weights that prime-rl documents as its defaults. */
    public static final LengthPenalty DEFAULT = new LengthPenalty(0.25, 0.1, 0.1);

    public LengthPenalty {
        if (!(outputTokens >= 0 && inputTokens >= 0 && turns >= 0)) {
            throw new IllegalArgumentException("a weight of a length penalty is negative");
        }
    }
}
