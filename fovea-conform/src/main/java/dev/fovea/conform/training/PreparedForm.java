package dev.fovea.conform.training;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A row's members in a form that compares and reads well: numbers as floats where the wire has floats. */
final class PreparedForm {

    private PreparedForm() {}

    static Map<String, @Nullable Object> of(MicroBatch row) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("input_ids", ids(row.inputIds().ids()));
        form.put("loss_mask", row.lossMask().toString());
        form.put("advantages", values(row.advantages()));
        form.put("inference_logprobs", values(row.inferenceLogprobs()));
        form.put("position_ids", ids(row.positionIds()));
        form.put("sequence_lengths", row.sequenceLengths());
        form.put("seq_lens", row.sequenceLengths());
        form.put("temperatures", values(row.temperatures()));
        form.put("ref_logprobs", values(row.refLogprobs()));
        form.put(
                "routed_experts",
                row.routedExperts() == null
                        ? null
                        : CorpusValues.sha256(row.routedExperts().toBytes()));
        form.put(
                "mm_refs",
                row.images().isEmpty()
                        ? null
                        : row.images().stream()
                                .map(image -> image.placeholder() + " " + image.hash() + " "
                                        + image.item().members())
                                .toList());
        form.put("mm_token_type_ids", ids(row.tokenTypes()));
        form.put("rl_weights", values(row.streams().rl()));
        form.put("ce_weights", values(row.streams().ce()));
        form.put("ref_kl_weights", values(row.streams().refKl()));
        return form;
    }

    /** The recorded value of the same member. */
    static @Nullable Object normal(JsonNode value, String name) {
        if (CorpusValues.absent(value)) {
            return null;
        }
        return switch (name) {
            case "loss_mask" -> CorpusValues.mask(value).toString();
            case "input_ids", "position_ids", "sequence_lengths", "seq_lens", "mm_token_type_ids" ->
                CorpusValues.integers(value);
            case "routed_experts" -> CorpusValues.sha256(CorpusValues.bytes(value.path("data")));
            case "mm_refs" ->
                value.path("images").isEmpty()
                        ? null
                        : CorpusSamples.images(value).stream()
                                .map(image -> image.placeholder() + " " + image.hash() + " "
                                        + image.item().members())
                                .toList();
            default -> values(CorpusValues.values(value));
        };
    }

    private static @Nullable List<Integer> ids(@Nullable TokenIds ids) {
        return ids == null ? null : ids.stream().boxed().toList();
    }

    private static @Nullable List<Double> values(@Nullable TokenValues values) {
        return values == null ? null : Arrays.stream(values.toArray()).boxed().toList();
    }
}
