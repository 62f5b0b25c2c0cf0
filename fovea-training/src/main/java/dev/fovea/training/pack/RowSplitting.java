package dev.fovea.training.pack;

/** Which rows are split so that every rank gets work. */
public enum RowSplitting {
    /** Rows with images too; each half keeps some. References belong to samples, so that a split costs nothing. */
    ALL_ROWS,
    /** Rows of text only, as packers of the field do: few samples with images then leave ranks with fillers. */
    TEXT_ROWS
}
