package dev.fovea.orchestrator;

/** One task, ready to be played any number of times. */
public interface Episode {

    String taskId();

    /**
     * Plays the whole episode as an ordinary client program would; blocks.
     *
     * @throws RuntimeException where the endpoint fails; the rollout is then recorded as failed
     */
    EpisodeOutcome play(ModelEndpoint endpoint) throws InterruptedException;

    /** A chat request that holds the episode with the right answers, to learn from. */
    byte[] demonstration();
}
