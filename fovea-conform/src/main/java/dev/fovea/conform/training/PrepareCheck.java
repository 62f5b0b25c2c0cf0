package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.RequestException;
import dev.fovea.training.PackSettings;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.RefusedSample;
import dev.fovea.training.pack.StepPacker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One sample at a time: what is refused, and where it is cut. */
final class PrepareCheck implements TrainingCheck {

    static final String EMPTY = "a sample without tokens is refused";
    static final String HIDDEN = "a list that is too short is refused although a cut would hide it";

    @Override
    public String file() {
        return "packing/prepare.jsonl";
    }

    @Override
    public void check(JsonNode row, ConformReport report) {
        String id = row.path("id").asString();
        JsonNode expected = row.path("prepare").path("ok");
        Optional<PackedStep> ours = pack(row);
        boolean refused = ours.isEmpty() || !ours.get().counts().refused().isEmpty();
        if (expected.isMissingNode()) {
            report.compare(id, true, refused);
            return;
        }
        if (refused) {
            Optional<String> apart = ours.flatMap(step -> stricter(row, step));
            apart.ifPresentOrElse(report::apart, () -> report.differs(id, "ours refuses the sample"));
            return;
        }
        MicroBatch built = ours.orElseThrow().rows(0).findFirst().orElseThrow();
        Map<String, @Nullable Object> form = PreparedForm.of(built);
        Map<String, @Nullable Object> wanted = new LinkedHashMap<>();
        form.keySet().forEach(name -> wanted.put(name, PreparedForm.normal(expected.path(name), name)));
        report.compare(id, wanted, form);
    }

    private static Optional<PackedStep> pack(JsonNode row) {
        TrainingSample sample;
        try {
            sample = CorpusSamples.sample(row.path("sample"));
        } catch (RequestException refused) {
            return Optional.empty(); // as the reader of the wire refuses it, before any packing
        }
        if (row.path("seq_len").intValue() < 1) {
            return Optional.empty(); // as settings refuse it
        }
        return Optional.of(
                new StepPacker(PackSettings.forRanks(row.path("seq_len").intValue(), 1, 1), new ProofLedger())
                        .pack(List.of(sample)));
    }

    /** Rules of ours that the reference does not have, each seen on the record itself. */
    private static Optional<String> stricter(JsonNode row, PackedStep ours) {
        RefusedSample refused = ours.counts().refused().getFirst();
        JsonNode sample = row.path("sample");
        int tokens = sample.path("token_ids").size();
        return switch (refused.fault()) {
            case EMPTY -> tokens == 0 ? Optional.of(EMPTY) : Optional.empty();
            case UNEVEN -> tokens > row.path("seq_len").intValue() ? Optional.of(HIDDEN) : Optional.empty();
            case DRIFTED -> isDrifted(sample, tokens) ? Optional.of(PackDifferences.UNCOVERED) : Optional.empty();
            case UNREADABLE, TWO_FAMILIES, UNSCORED, RESERVED_NAME, LEADING_IMAGE, TOO_LONG -> Optional.empty();
        };
    }

    private static boolean isDrifted(JsonNode sample, int tokens) {
        StringBuilder covered = new StringBuilder("0".repeat(tokens));
        boolean inside = true;
        for (JsonNode image : sample.path("mm_refs").path("images")) {
            int offset = image.path("offset").intValue();
            int end = offset + image.path("length").intValue();
            inside &= end <= tokens;
            for (int i = offset; i < Math.min(end, tokens); i++) {
                covered.setCharAt(i, '1');
            }
        }
        StringBuilder types = new StringBuilder();
        sample.path("mm_token_type_ids").forEach(type -> types.append(type.intValue()));
        return !inside || !types.toString().equals(covered.toString());
    }
}
