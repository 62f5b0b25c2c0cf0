package dev.fovea.engine.vllm;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request as it goes to the server, but for the way its images take.
 *
 * @param fields all members of the body except ids and images
 * @param prompt expanded ids
 */
record WireRequest(ObjectNode fields, ExpandedIds prompt, MultiModalData images) {

    /** The lowest bias that the server takes: e^-100 of a token's chance is never drawn. */
    private static final int NEVER = -100;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static WireRequest of(GenerateRequest request, String model) {
        ObjectNode fields = JSON.createObjectNode();
        fields.put("model", model);
        fields.put("request_id", request.requestId());
        fields.set("sampling_params", sampling(request));
        fields.put("return_token_ids", true);
        return new WireRequest(fields, request.prompt(), request.images());
    }

    /** Whether no pad stands outside the images: a young policy samples the pad's id as text. */
    boolean padsAreImages(int imagePad) {
        long pads = prompt.ids().stream().filter(id -> id == imagePad).count();
        return pads
                == images.placeholders().stream()
                        .mapToInt(PlaceholderRange::length)
                        .sum();
    }

    private static ObjectNode sampling(GenerateRequest request) {
        SamplingParameters sampling = request.sampling();
        ObjectNode json = JSON.createObjectNode();
        json.put("max_tokens", sampling.maxTokens());
        json.put("temperature", sampling.temperature());
        json.put("top_p", sampling.topP());
        sampling.seed().ifPresent(seed -> json.put("seed", seed));
        if (!sampling.bannedIds().isEmpty()) {
            ObjectNode bias = json.putObject("logit_bias");
            sampling.bannedIds().stream().sorted().forEach(id -> bias.put(Integer.toString(id), NEVER));
        }
        json.put("logprobs", 1);
        json.put("skip_special_tokens", false);
        ArrayNode stops = json.putArray("stop_token_ids");
        request.stopTokenIds().stream().sorted().forEach(stops::add);
        return json;
    }
}
