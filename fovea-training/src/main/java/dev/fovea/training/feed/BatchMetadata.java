package dev.fovea.training.feed;

import dev.fovea.contract.ForwardPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a batch says of itself beside its tensors.
 *
 * @param place within the run
 * @param runId stamped by the front end
 * @param runStep stamped by the front end
 * @param family of the trained model
 * @param policy what its forward pass is given
 * @param environments names behind the numbers of {@code env_ids}
 * @param pixelSha256 of the pixel tensor's bytes; null where the batch has none
 * @param metrics of this batch
 */
public record BatchMetadata(
        BatchPlace place,
        @Nullable String runId,
        @Nullable Long runStep,
        String family,
        ForwardPolicy policy,
        List<String> environments,
        @Nullable String pixelSha256,
        StepMetrics metrics) {

    /** Grows when a reader of the former version could misunderstand. */
    public static final int FORMAT_VERSION = 1;

    public BatchMetadata {
        environments = List.copyOf(environments);
    }

    /** One JSON object, the same in every form of file and stream. */
    public String json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("format_version", FORMAT_VERSION);
        json.put("step", place.step());
        json.put("rank", place.rank());
        json.put("index", place.index());
        json.put("count", place.count());
        json.put("run_id", runId);
        json.put("run_step", runStep);
        json.put("family", family);
        json.put("pass_position_ids_with_mm", policy.passPositionIdsWithImages());
        json.put("requires_mm_token_type_ids", policy.requiresTokenTypeIds());
        environments.forEach(json.putArray("environments")::add);
        json.put("pixel_sha256", pixelSha256);
        json.put("trained_tokens", metrics.trainedTokens());
        json.put("images_materialized", metrics.images().materialized());
        json.put("images_placeholdered", metrics.images().placeholdered());
        json.put("images_missing", metrics.images().missing());
        return json.toString();
    }
}
