package dev.fovea.training.pack;

/** What becomes of a step with a sample that does not hold together. */
public enum BadSamples {
    /** The sample is left out, counted and named; the others are packed. */
    DROP,
    /** The step ends with an error. For runs that must prove that nothing is ever wrong. */
    STOP
}
