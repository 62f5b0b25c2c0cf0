package dev.fovea.conform.training;

import dev.fovea.training.pack.PackCounts;
import dev.fovea.training.pack.RefusedSample;
import dev.fovea.training.pack.SampleFault;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * Where ours packs otherwise on purpose. The reason is found from the record; that ours then does what the rule says is shown by
 * {@link StepInvariants} and by the samples that it names.
 */
final class PackDifferences {

    static final String STOPS = "one bad sample is left out and named; the reference stops the step";
    static final String FORMS = "routed experts of two forms never share a row; the reference stops the step";
    static final String EMPTY_LIST =
            "an empty list of images is no image; the reference keeps its row from being split";
    static final String UNCOVERED = "image-typed tokens outside every image span are refused; the reference packs them";

    private PackDifferences() {}

    static Optional<String> reason(JsonNode row, PackCounts ours) {
        Set<SampleFault> faults =
                ours.refused().stream().map(RefusedSample::fault).collect(Collectors.toSet());
        if (row.path("result").has("error")) {
            return faults.isEmpty() ? twoForms(row) : Optional.of(STOPS);
        }
        if (samples(row).stream()
                .anyMatch(sample -> sample.path("mm_refs").isArray()
                        && sample.path("mm_refs").isEmpty())) {
            return Optional.of(EMPTY_LIST);
        }
        boolean uncovered = samples(row).stream().anyMatch(PackDifferences::isUncovered);
        return uncovered && faults.equals(Set.of(SampleFault.DRIFTED)) ? Optional.of(UNCOVERED) : Optional.empty();
    }

    private static Optional<String> twoForms(JsonNode row) {
        long forms = samples(row).stream()
                .map(sample -> sample.path("routed_experts"))
                .filter(experts -> !CorpusValues.absent(experts))
                .map(experts ->
                        experts.path("dtype").asString() + experts.path("shape").get(1) + "x"
                                + experts.path("shape").get(2))
                .distinct()
                .count();
        return forms > 1 ? Optional.of(FORMS) : Optional.empty();
    }

    private static boolean isUncovered(JsonNode sample) {
        return CorpusValues.absent(sample.path("mm_refs"))
                && sample.path("mm_token_type_ids").asString("").contains("1");
    }

    private static List<JsonNode> samples(JsonNode row) {
        return StreamSupport.stream(row.path("samples").spliterator(), false).toList();
    }
}
