package dev.fovea.training;

import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.IdentityException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * First-fit packing, longest sample first: equal lengths keep their order of arrival. A row holds images of one family only;
 * text joins any row. Cost grows with samples times open rows.
 */
public final class Packer {

    private final PackSettings settings;
    private final Truncation truncation;
    private final ProofLedger proofs;

    public Packer(PackSettings settings, ProofLedger proofs) {
        this.settings = settings;
        this.proofs = proofs;
        this.truncation = new Truncation(settings.sequenceTokens());
    }

    /**
     * Packs samples into rows.
     *
     * @throws dev.fovea.contract.error.FoveaException where a sample does not hold together
     */
    public PackedRows pack(List<TrainingSample> samples) {
        List<TrainingSample> fitting = new ArrayList<>();
        int truncated = 0;
        int droppedImages = 0;
        int refused = 0;
        for (TrainingSample sample : samples) {
            prove(sample);
            Optional<TrainingSample> fit = truncation.fit(sample);
            if (fit.isEmpty()) {
                refused++;
                continue;
            }
            truncated += fit.get().size() < sample.size() ? 1 : 0;
            droppedImages += sample.images().size() - fit.get().images().size();
            fitting.add(fit.get());
        }
        fitting.sort(Comparator.comparingInt(TrainingSample::size).reversed());
        return new PackedRows(
                firstFit(fitting).stream()
                        .map(row -> row.build(settings.padToMultipleOf()))
                        .toList(),
                truncated,
                droppedImages,
                refused);
    }

    private void prove(TrainingSample sample) {
        try {
            SampleCheck.check(sample);
            proofs.check(Proof.PLACEHOLDERS, true);
        } catch (IdentityException e) {
            proofs.check(Proof.PLACEHOLDERS, false);
            throw e;
        }
    }

    private List<RowBuilder> firstFit(List<TrainingSample> samples) {
        List<RowBuilder> rows = new ArrayList<>();
        for (TrainingSample sample : samples) {
            RowBuilder row = rows.stream()
                    .filter(open -> open.accepts(sample))
                    .findFirst()
                    .orElseGet(() -> {
                        RowBuilder opened = new RowBuilder(settings.sequenceTokens());
                        rows.add(opened);
                        return opened;
                    });
            row.add(sample);
        }
        return rows;
    }
}
