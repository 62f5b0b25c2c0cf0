package dev.fovea.examples.colorcodeword;

/** What the policy is shown in place of a task's squares: the canary that tells a policy that sees from one that guesses. */
public enum ImageView {
    /** The task's own squares. */
    TRUE_SQUARES,
    /** Mid-grey squares. */
    BLANK,
    /** The squares of another task. */
    SWAPPED
}
