package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import tools.jackson.databind.JsonNode;

/** The check of one file's rows. A new part of the corpus is one more of these in {@link TrainingConform}'s list. */
interface TrainingCheck {

    /** The file, from the corpus's folder. */
    String file();

    /** Compares one row. */
    void check(JsonNode row, ConformReport report);
}
