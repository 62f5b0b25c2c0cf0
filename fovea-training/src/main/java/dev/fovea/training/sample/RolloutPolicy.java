package dev.fovea.training.sample;

/**
 * What becomes of rollouts that did not end as they should.
 *
 * @param errored those that failed on the way
 * @param truncated those whose last answer was cut off by a limit
 */
public record RolloutPolicy(Treatment errored, Treatment truncated) {

    /** What is done with one of them. */
    public enum Treatment {
        /** It is trained like any other. */
        TRAIN,
        /** It makes no samples. */
        DROP,
        /** It makes samples of which no token is trained: seen by whoever counts, felt by nobody. */
        KEEP_WITHOUT_LOSS
    }

    /** Failed rollouts are dropped and truncated ones trained, as trainers of the field do. */
    public static final RolloutPolicy FIELD = new RolloutPolicy(Treatment.DROP, Treatment.TRAIN);

    /** Nothing is looked at; for callers that have chosen before. */
    public static final RolloutPolicy ALL = new RolloutPolicy(Treatment.TRAIN, Treatment.TRAIN);
}
