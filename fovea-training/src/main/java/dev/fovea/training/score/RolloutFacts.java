package dev.fovea.training.score;

/**
 * What is compared between rollouts.
 *
 * @param reward may be any number; a reward that is not finite takes its whole group out of training
 * @param agent whose rollout it is, where several agents play together
 * @param episode the one game in which agents met; rollouts of one episode share it
 * @param outputTokens sampled tokens, at least 0; 0 where the engine told no usage
 * @param totalTokens sampled tokens and all that the model read, at least {@code outputTokens}
 * @param turns sampled turns, at least 0
 */
public record RolloutFacts(
        double reward, String agent, String episode, long outputTokens, long totalTokens, int turns) {

    /** A rollout of a single agent, of which only the reward counts. */
    public static RolloutFacts rewarded(double reward) {
        return new RolloutFacts(reward, "agent", "", 0, 0, 0);
    }

    long inputTokens() {
        return totalTokens - outputTokens;
    }
}
