package dev.fovea.training;

import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.pack.PackCounts;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.StepPacker;
import java.util.List;

/** Packs samples for a single rank, all rows in memory. For more, or for steps that do not fit, see {@link StepPacker}. */
public final class Packer {

    private final StepPacker packer;

    public Packer(PackSettings settings, ProofLedger proofs) {
        this.packer = new StepPacker(settings, proofs);
    }

    /**
     * Packs samples into rows.
     *
     * @throws dev.fovea.contract.error.FoveaException where a sample does not hold together and the settings do not go on without it
     */
    public PackedRows pack(List<TrainingSample> samples) {
        PackedStep step = packer.pack(samples);
        PackCounts counts = step.counts();
        return new PackedRows(
                step.rows(0).toList(),
                counts.cutSamples(),
                counts.cutImages(),
                counts.refused().size());
    }
}
