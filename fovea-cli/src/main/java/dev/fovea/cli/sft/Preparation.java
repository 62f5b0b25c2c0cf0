package dev.fovea.cli.sft;

import dev.fovea.cli.Terminal;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.FoveaException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One pass over a dataset, step by step: the conversations of one step are in memory at a time. */
final class Preparation {

    private final DatasetLines lines;
    private final Demonstrations demonstrations;
    private final PreparedSteps steps;
    private final RefusedLines refusedLines;
    private final PreparedCounts counts = new PreparedCounts();
    private final List<TrainingSample> samples = new ArrayList<>();
    private final Consumer<String> progress = Terminal.waitingLine();
    private long step = 1;

    Preparation(DatasetLines lines, Demonstrations demonstrations, PreparedSteps steps, RefusedLines refusedLines) {
        this.lines = lines;
        this.demonstrations = demonstrations;
        this.steps = steps;
        this.refusedLines = refusedLines;
    }

    /**
     * Writes every step.
     *
     * @param stepSize conversations of a step, at least 1
     * @throws FoveaException of the first line that is refused, where such lines end it
     */
    PreparedCounts run(DatasetOrder order, int stepSize) throws InterruptedException {
        long all = (long) lines.size() * order.epochs();
        long done = 0;
        for (int epoch = 0; epoch < order.epochs(); epoch++) {
            for (DatasetLines.Line line : order.of(lines, epoch)) {
                add(line);
                done++;
                if (samples.size() == stepSize) {
                    write();
                }
                progress.accept("step " + step + ": " + done + " of " + all + " conversations");
            }
        }
        write();
        progress.accept("");
        return counts;
    }

    private void add(DatasetLines.Line line) {
        try {
            Demonstrations.Outcome outcome = demonstrations.of(lines.read(line));
            counts.add(outcome);
            if (outcome instanceof Demonstrations.Outcome.Learnt learnt) {
                samples.add(learnt.sample());
            }
        } catch (FoveaException refused) {
            switch (refusedLines) {
                case LEAVE_OUT -> counts.refused(line.number(), refused);
                case END -> throw refused;
            }
        }
    }

    private void write() throws InterruptedException {
        if (!samples.isEmpty()) {
            steps.write(step++, samples);
            samples.clear();
        }
    }
}
