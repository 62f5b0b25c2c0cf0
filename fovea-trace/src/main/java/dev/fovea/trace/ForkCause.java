package dev.fovea.trace;

/** Why a turn did not simply follow the newest one. */
public enum ForkCause {
    /** The program sent another history than the one recorded. */
    HISTORY_REWRITTEN,
    /** An answer that was continued before is continued in another way, as in tree search. */
    BRANCHED,
    /** The same prompt was asked again, as in best-of-n. */
    RESAMPLED,
    /** The messages are equal, but a full rendering of them gives other tokens than were sampled. */
    RETOKENISED
}
