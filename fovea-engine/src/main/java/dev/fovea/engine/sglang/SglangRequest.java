package dev.fovea.engine.sglang;

import dev.fovea.assets.AssetReader;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ProvenImage;
import dev.fovea.vision.ReferenceProof;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes bodies of {@code /generate}, with every picture proven now. Thread safe. */
final class SglangRequest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ServedModel model;
    private final ReferenceProof proof;
    private final ImageDecoder decoder;
    private final SglangSettings.Images images;

    SglangRequest(ServedModel model, AssetReader reader, ImageDecoder decoder, SglangSettings settings) {
        this.model = model;
        this.proof = new ReferenceProof(reader, decoder, model.processor());
        this.decoder = decoder;
        this.images = settings.images();
    }

    /**
     * The body of a request.
     *
     * @throws dev.fovea.contract.error.FoveaException where an image cannot be proven, or is no plain picture, or where a pad
     *     belongs to no image
     */
    ObjectNode body(GenerateRequest request) {
        requireNoFreePad(request);
        ObjectNode body = JSON.createObjectNode().put("rid", request.requestId());
        ArrayNode ids = body.putArray("input_ids");
        request.prompt().compact(request.images().placeholders()).ids().stream().forEach(ids::add);
        if (!request.images().isEmpty()) {
            ArrayNode data = body.putArray("image_data");
            request.images().images().forEach(image -> data.add(picture(image)));
        }
        body.set("sampling_params", sampling(request));
        return body.put("return_logprob", true).put("stream", false);
    }

    /** The server puts a picture wherever it reads a pad. */
    private void requireNoFreePad(GenerateRequest request) {
        long pads = request.prompt().ids().stream()
                .filter(id -> id == model.imagePad())
                .count();
        long covered = request.images().placeholders().stream()
                .mapToLong(range -> range.length())
                .sum();
        if (pads != covered) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "the prompt has " + pads + " pads, its images fill " + covered,
                    "this engine takes no pad beside those of images; this prompt was not sent");
        }
    }

    private String picture(SidecarImage image) {
        ProvenImage proven = proof.prove(image.item(), image.hash());
        if (proven.layout().placeholderLength() != image.placeholder().length()) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    image.item().rawImageUri() + " fills " + proven.layout().placeholderLength()
                            + " pads, and the prompt has " + image.placeholder().length() + " for it",
                    "render the prompt again; this one was not sent");
        }
        byte[] bytes = proven.file().bytes();
        if (!decoder.check(bytes).plain()) {
            throw new RequestException(
                    ErrorCode.INVALID_IMAGE,
                    image.item().rawImageUri() + " is no picture that every loader reads alike",
                    "send pictures without alpha, palette transparency, animation and EXIF orientation to this engine");
        }
        return switch (images) {
            case PATH -> Path.of(URI.create(image.item().rawImageUri())).toString();
            case DATA_URL ->
                "data:image/" + decoder.check(bytes).format().name().toLowerCase(Locale.ROOT) + ";base64,"
                        + Base64.getEncoder().encodeToString(bytes);
        };
    }

    private static ObjectNode sampling(GenerateRequest request) {
        SamplingParameters sampling = request.sampling();
        // which distribution its log-probabilities belong to is not known otherwise
        boolean same = sampling.temperature() == 0 || (sampling.temperature() == 1 && sampling.topP() == 1);
        if (!sampling.bannedIds().isEmpty()) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    "banned ids, where the engine's log-probabilities are known for the model's own distribution only",
                    "ban nothing with this engine");
        }
        if (!same) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    "temperature %s and top_p %s, where the engine's log-probabilities are known for 1 and 1 only"
                            .formatted(sampling.temperature(), sampling.topP()),
                    "sample at temperature 1 and top_p 1, or greedily");
        }
        ObjectNode json = JSON.createObjectNode()
                .put("max_new_tokens", sampling.maxTokens())
                .put("temperature", sampling.temperature())
                .put("top_p", sampling.topP())
                .put("skip_special_tokens", false);
        sampling.seed().ifPresent(seed -> json.put("sampling_seed", seed));
        ArrayNode stops = json.putArray("stop_token_ids");
        request.stopTokenIds().stream().sorted().forEach(stops::add);
        return json;
    }
}
