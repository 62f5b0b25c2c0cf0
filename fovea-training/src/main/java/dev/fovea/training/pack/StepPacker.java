package dev.fovea.training.pack;

import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.RequestException;
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
        Intake intake = new Intake(samples.size());
        for (int i = 0; i < samples.size(); i++) {
            take(samples, i, adapters, intake);
        }
        return new PackedStep(
                PackPlan.of(intake.shapes, settings),
                new Members(samples, Collections.unmodifiableList(intake.numbers), intake.shapes, truncation),
                settings,
                new PackCounts(intake.numbers.size(), intake.cutSamples, intake.cutImages, intake.refused));
    }

    /** What is known of the samples that were looked at. */
    private static final class Intake {

        private final List<SampleShape> shapes;
        private final List<Integer> numbers;
        private final List<RefusedSample> refused = new ArrayList<>();
        private int cutSamples;
        private int cutImages;

        Intake(int samples) {
            shapes = new ArrayList<>(samples);
            numbers = new ArrayList<>(samples);
        }
    }

    private void take(SampleSource samples, int index, IntUnaryOperator adapters, Intake intake) {
        TrainingSample sample;
        try {
            sample = samples.get(index);
        } catch (RequestException unreadable) {
            refuse(new RefusedSample(index, SampleFault.UNREADABLE, unreadable.what()), intake);
            return;
        }
        Optional<RefusedSample> fault = fault(sample, index);
        if (fault.isPresent()) {
            refuse(fault.get(), intake);
            return;
        }
        Optional<Cut> cut = truncation.cut(sample);
        if (cut.isEmpty()) {
            intake.refused.add(leadingImage(index)); // no fault of the sample's: it is only too long
            return;
        }
        intake.cutSamples += cut.get().tokens() < sample.size() ? 1 : 0;
        intake.cutImages += sample.images().size() - cut.get().images();
        intake.shapes.add(SampleShape.of(sample, cut.get(), adapters.applyAsInt(index)));
        intake.numbers.add(index);
    }

    private void refuse(RefusedSample refused, Intake intake) {
        if (settings.badSamples() == BadSamples.STOP) {
            throw refused.asException();
        }
        intake.refused.add(refused);
    }

    private Optional<RefusedSample> fault(TrainingSample sample, int index) {
        Optional<RefusedSample> fault = SampleCheck.fault(sample, index);
        boolean drifted = fault.isPresent()
                && (fault.get().fault() == SampleFault.DRIFTED || fault.get().fault() == SampleFault.TWO_FAMILIES);
        proofs.check(Proof.PLACEHOLDERS, !drifted);
        return fault;
    }

    private RefusedSample leadingImage(int index) {
        return new RefusedSample(
                index,
                SampleFault.LEADING_IMAGE,
                "its first image alone is longer than a row of " + settings.sequenceTokens() + " tokens");
    }
}
