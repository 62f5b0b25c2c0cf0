package dev.fovea.training.runs;

import dev.fovea.contract.MicroBatch;
import dev.fovea.training.pack.PackedStep;
import java.util.stream.Stream;

/**
 * What one run has in a step of the trainer.
 *
 * @param slot its adapter slot
 * @param step of the run, which counts by itself
 * @param rows packed for every rank
 * @param finished whether nothing of the run's step is left, so that its weights may be updated
 */
public record RunStep(int slot, String run, long step, PackedStep rows, Progress finished) {

    /** How far the run's step is. */
    public enum Progress {
        MORE_TO_COME,
        FINISHED
    }

    /** A rank's rows, stamped with the run. */
    public Stream<MicroBatch> rows(int rank) {
        return rows.rows(rank).map(row -> row.stamped(run, step));
    }
}
