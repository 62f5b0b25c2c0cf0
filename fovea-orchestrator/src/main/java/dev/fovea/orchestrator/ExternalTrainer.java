package dev.fovea.orchestrator;

import dev.fovea.client.ControlClient;
import dev.fovea.client.LoadedWeights;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.Packer;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepSender;
import java.time.Duration;
import java.util.List;

/**
 * Sends packed rows to a trainer that is a program of its own, in any language, and waits until it has published new weights over the
 * control API. A batch is one step of the transport, its rows in the order of the optimiser steps that they are meant for, and each
 * row carries the run's step as {@code run_step}.
 */
public final class ExternalTrainer implements StepTrainer {

    private static final int RANK = 0;

    private final String run;
    private final Packer packer;
    private final StepSender<MicroBatch> sender;
    private final ControlClient control;
    private final Duration patience;
    private WeightVersion version = new WeightVersion(0);

    /**
     * A trainer somewhere else.
     *
     * @param run name that the rows carry
     * @param patience how long new weights may take after a batch was sent
     */
    public ExternalTrainer(
            String run, Packer packer, StepSender<MicroBatch> sender, ControlClient control, Duration patience) {
        this.run = run;
        this.packer = packer;
        this.sender = sender;
        this.control = control;
        this.patience = patience;
    }

    @Override
    public LearnReport train(int step, List<TrainingSample> samples, int miniBatches, LearnSettings settings)
            throws InterruptedException {
        if (samples.isEmpty()) {
            return LearnReport.NOTHING;
        }
        // dealt before they are packed: packing sorts by length, and the long samples are the wrong ones
        send(
                MiniBatches.deal(samples, miniBatches).stream()
                        .flatMap(dealt -> packer.pack(dealt).rows().stream())
                        .toList(),
                step);
        version = control.awaitWeights(version, patience)
                .map(LoadedWeights::version)
                .orElseThrow(() -> new EngineException(
                        ErrorCode.TRAINING_FAILED,
                        "no new weights within " + patience.toMinutes() + " min after step " + step + " was sent",
                        "see whether the trainer runs, reads this transport and publishes to this gateway"));
        return LearnReport.NOTHING;
    }

    private void send(List<MicroBatch> rows, long runStep) {
        long step = sender.committed().orElse(0) + 1;
        try (OutgoingStep<MicroBatch> outgoing = sender.begin(step, rows.size())) {
            rows.forEach(row -> outgoing.add(RANK, row.stamped(run, runStep)));
            outgoing.commit();
        }
    }

    @Override
    public WeightVersion version() {
        return version;
    }
}
