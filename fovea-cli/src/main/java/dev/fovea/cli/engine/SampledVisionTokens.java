package dev.fovea.cli.engine;

/** What becomes of vision tokens that a policy would sample. */
public enum SampledVisionTokens {
    /** They are text, and the trace counts them. */
    COUNTED,
    /** They cannot be sampled; the trace names them, for the distribution is another one. */
    BANNED
}
