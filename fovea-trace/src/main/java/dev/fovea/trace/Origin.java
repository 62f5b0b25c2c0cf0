package dev.fovea.trace;

/** Who wrote a message. */
public enum Origin {
    /** The agent's program; also an assistant message that it only restates. */
    INPUT,
    /** The policy, in a committed turn. */
    SAMPLED,
    /** Somebody who knows the right answer; it is trained by imitation. */
    DEMONSTRATED
}
