package dev.fovea.training.runs;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.wire.MicroBatchWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * One step of the trainer: rows of several runs, one behind the other, and never two runs in one row.
 *
 * @param runs by ascending slot
 */
public record MultiRunStep(List<RunStep> runs) {

    public MultiRunStep {
        runs = List.copyOf(runs);
    }

    /** A rank's rows, each built as it is taken. */
    public Stream<MicroBatch> rows(int rank) {
        return runs.stream().flatMap(run -> run.rows(rank));
    }

    /** Rows that every rank gets. */
    public int rowsEach() {
        return runs.stream()
                .mapToInt(run -> run.rows().plan().load().rowsEach())
                .sum();
    }

    /** Writes a rank's rows as its trainer reads them; the stream stays open. */
    public void write(int rank, OutputStream target) throws IOException {
        MicroBatchWriter out = new MicroBatchWriter(target, rowsEach());
        for (Iterator<MicroBatch> rows = rows(rank).iterator(); rows.hasNext(); ) {
            out.write(rows.next());
        }
        out.finish();
    }
}
