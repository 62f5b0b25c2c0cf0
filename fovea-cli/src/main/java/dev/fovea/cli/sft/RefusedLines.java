package dev.fovea.cli.sft;

/** What a line that is refused does to the others. */
enum RefusedLines {
    /** Nothing: it is counted and named. */
    LEAVE_OUT,
    /** They are not prepared either. */
    END
}
