package dev.fovea.engine.vllm;

import dev.fovea.assets.UploadedImage;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.Completion;
import dev.fovea.engine.vllm.VllmDescription.Logprobs;
import java.time.Duration;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** Has the server generate one token, and looks at what it did to the prompt. */
final class GenerateProbe {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** A distribution over one allowed token has this log-probability; a model's own never comes near. */
    private static final double CERTAIN = -1e-3;

    private final VllmHttp http;
    private final ServedModel model;

    GenerateProbe(VllmHttp http, ServedModel model) {
        this.http = http;
        this.model = model;
    }

    /**
     * Asks for a token after a stored picture that is named by its path.
     *
     * @throws dev.fovea.contract.error.FoveaException where the server cannot open it, or expands the prompt otherwise than we
     */
    void requireOpens(UploadedImage picture, ImageSize size) throws InterruptedException {
        ImageLayout layout = model.processor().layout(size);
        TokenIds compact =
                model.beforeImage().concat(TokenIds.of(model.imagePad())).concat(model.afterImage());
        String body =
                "{\"model\":\"%s\",\"token_ids\":%s,\"return_token_ids\":true,\"sampling_params\":{\"max_tokens\":1,\"logprobs\":1},"
                                .formatted(model.name(), Arrays.toString(compact.toArray()))
                        + "\"content_parts\":[{\"type\":\"image_url\",\"url\":\"" + picture.uri() + "\"}]}";
        Completion completion = GenerateAnswer.read(
                http.post(VllmRoutes.GENERATE, body, TIMEOUT),
                model.processor().engineItem().modality(),
                WeightNames.trusting(new WeightVersion(0)));
        ExpandedIds expected = expanded(layout.placeholderLength());
        int difference = expected.ids().mismatch(completion.echo().prompt().ids());
        if (difference >= 0) {
            throw new EngineException(
                    ErrorCode.TOKEN_MISMATCH,
                    "the server expands a picture of " + size + " to other ids from token " + difference + " on",
                    "serve the checkpoint that --model names");
        }
    }

    private ExpandedIds expanded(int pads) {
        int[] run = new int[pads];
        Arrays.fill(run, model.imagePad());
        return new ExpandedIds(model.beforeImage().concat(TokenIds.of(run)).concat(model.afterImage()));
    }

    /** Allows a single token: the sampled-from distribution is certain of it, the model's own is not. */
    Logprobs logprobs() throws InterruptedException {
        int token = model.vocabulary() / 2;
        String body =
                "{\"model\":\"%s\",\"token_ids\":%s,\"sampling_params\":{\"max_tokens\":1,\"logprobs\":1,\"allowed_token_ids\":[%d]}}"
                        .formatted(
                                model.name(),
                                Arrays.toString(model.beforeImage()
                                        .concat(model.afterImage())
                                        .toArray()),
                                token);
        JsonNode answer = http.post(VllmRoutes.GENERATE, body, TIMEOUT);
        double logprob = answer.at("/choices/0/logprobs/content/0/logprob").asDouble(Double.NEGATIVE_INFINITY);
        return logprob > CERTAIN ? Logprobs.PROCESSED : Logprobs.RAW;
    }
}
