package dev.fovea.training.feed;

/**
 * How much of a run a folder of batches holds.
 *
 * @param stepsAhead complete steps that may wait for the trainer, at least 1; writing stops until one is released
 * @param keptSteps released steps that stay, the newest ones; 0 removes each at once
 */
public record FolderRetention(int stepsAhead, int keptSteps) {

    public static final FolderRetention DEFAULTS = new FolderRetention(4, 0);

    public FolderRetention {
        if (stepsAhead < 1 || keptSteps < 0) {
            throw new IllegalArgumentException(stepsAhead + " steps ahead, " + keptSteps + " kept");
        }
    }
}
