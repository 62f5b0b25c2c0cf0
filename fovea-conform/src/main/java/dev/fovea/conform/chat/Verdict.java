package dev.fovea.conform.chat;

/** What became of one record. */
sealed interface Verdict {

    /** The answers are one. */
    record Equal() implements Verdict {}

    /** Ours is another on purpose, and was proven to be no more than that. */
    record Apart(String reason) implements Verdict {}

    /** Ours is another. */
    record Differs(String how) implements Verdict {}
}
