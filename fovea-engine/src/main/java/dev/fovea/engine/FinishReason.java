package dev.fovea.engine;

/** Why a completion ended. */
public enum FinishReason {
    /** A stop token was sampled. */
    STOP,
    /** The token limit or the context's end was reached. */
    LENGTH
}
