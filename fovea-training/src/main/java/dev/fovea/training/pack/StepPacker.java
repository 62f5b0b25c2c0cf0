package dev.fovea.training.pack;

import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.PackSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Packs one step: every sample is looked at once, planned by its shape, and read again when its row is built. A sample that does
 * not hold together is left out, counted and named, or ends the step, as {@link PackSettings} say. Thread safe.
 */
public final class StepPacker {

    private final PackSettings settings;
    private final Truncation truncation;
    private final ProofLedger proofs;

    public StepPacker(PackSettings settings, ProofLedger proofs) {
        this.settings = settings;
        this.truncation = new Truncation(settings.sequenceTokens());
        this.proofs = proofs;
    }

    /** Packs samples of a single policy. */
    public PackedStep pack(List<TrainingSample> samples) {
        return pack(SampleSource.of(samples), sample -> 0);
    }

    /**
     * Packs samples.
     *
     * @param adapters LoRA slot of each sample, below the settings' number of them
     * @throws dev.fovea.contract.error.FoveaException where a sample does not hold together and the settings do not go on without it
     */
    public PackedStep pack(SampleSource samples, IntUnaryOperator adapters) {
        List<SampleShape> shapes = new ArrayList<>(samples.size());
        List<Integer> numbers = new ArrayList<>(samples.size());
        List<RefusedSample> refused = new ArrayList<>();
        int cutSamples = 0;
        int cutImages = 0;
        for (int i = 0; i < samples.size(); i++) {
            TrainingSample sample = samples.get(i);
            Optional<RefusedSample> fault = fault(sample, i);
            Optional<Cut> cut = fault.isPresent() ? Optional.empty() : truncation.cut(sample);
            if (cut.isEmpty()) {
                refused.add(fault.orElse(leadingImage(i)));
                continue;
            }
            cutSamples += cut.get().tokens() < sample.size() ? 1 : 0;
            cutImages += sample.images().size() - cut.get().images();
            shapes.add(SampleShape.of(sample, cut.get(), adapters.applyAsInt(i)));
            numbers.add(i);
        }
        return new PackedStep(
                PackPlan.of(shapes, settings),
                new Members(samples, Collections.unmodifiableList(numbers), shapes, truncation),
                settings,
                new PackCounts(numbers.size(), cutSamples, cutImages, refused));
    }

    private Optional<RefusedSample> fault(TrainingSample sample, int index) {
        Optional<RefusedSample> fault = SampleCheck.fault(sample, index);
        boolean drifted = fault.isPresent()
                && (fault.get().fault() == SampleFault.DRIFTED || fault.get().fault() == SampleFault.TWO_FAMILIES);
        proofs.check(Proof.PLACEHOLDERS, !drifted);
        if (fault.isPresent() && settings.badSamples() == BadSamples.STOP) {
            throw fault.get().asException();
        }
        return fault;
    }

    private RefusedSample leadingImage(int index) {
        return new RefusedSample(
                index,
                SampleFault.LEADING_IMAGE,
                "its first image alone is longer than a row of " + settings.sequenceTokens() + " tokens");
    }
}
