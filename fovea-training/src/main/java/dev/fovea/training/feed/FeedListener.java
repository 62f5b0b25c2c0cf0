package dev.fovea.training.feed;

/** Hears what a feed does; called from the threads that do it. */
public interface FeedListener {

    /** A batch was written or sent. */
    void sent(BatchMetadata batch, StepMetrics stepSoFar);

    /** A step is written as a whole, or trained where it is streamed. */
    void released(long step, StepMetrics metrics);
}
