package dev.fovea.engine.sglang;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.AnswerMismatchException;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.Completion;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.PromptEcho;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads the answer of {@code /generate}. Of the prompt it tells the number of tokens only, and that is all that is proven. */
final class SglangAnswer {

    private SglangAnswer() {}

    /**
     * The completion of an answer.
     *
     * @throws AnswerMismatchException {@code token_mismatch} where the server's prompt has another length than ours
     */
    static Completion read(JsonNode answer, GenerateRequest request, WeightVersion weights) {
        JsonNode meta = answer.path("meta_info");
        requirePrompt(meta, request);
        JsonNode triples = meta.path("output_token_logprobs");
        int count = triples.size();
        if (count == 0 || meta.path("completion_tokens").asInt(count) != count) {
            throw malformed("holds " + count + " log-probabilities for "
                    + meta.path("completion_tokens").asInt(0) + " tokens");
        }
        int[] ids = new int[count];
        double[] logprobs = new double[count];
        for (int i = 0; i < count; i++) {
            JsonNode triple = triples.get(i);
            if (!triple.path(0).isNumber() || !triple.path(1).isInt()) {
                throw malformed("has no log-probability and id at position " + i);
            }
            logprobs[i] = triple.path(0).doubleValue();
            ids[i] = triple.path(1).intValue();
        }
        JsonNode told = answer.path("output_ids");
        TokenIds sampled = TokenIds.of(ids);
        if (told.isArray() && !told.equals(array(told, ids))) {
            throw malformed("holds log-probabilities of other tokens than it sampled");
        }
        return new Completion(
                sampled,
                TokenValues.of(logprobs),
                finishReason(meta),
                weights,
                new PromptEcho(request.prompt(), request.images().placeholders(), List.of()));
    }

    private static JsonNode array(JsonNode like, int[] ids) {
        var array = ((tools.jackson.databind.node.ArrayNode) like).arrayNode();
        for (int id : ids) {
            array.add(id);
        }
        return array;
    }

    private static void requirePrompt(JsonNode meta, GenerateRequest request) {
        int theirs = meta.path("prompt_tokens").asInt(-1);
        if (theirs != request.prompt().size()) {
            throw new AnswerMismatchException(
                    ErrorCode.TOKEN_MISMATCH,
                    "the engine's prompt has " + theirs + " tokens, ours "
                            + request.prompt().size(),
                    "an engine that rewrites prompts cannot be trained on; check its version and flags");
        }
    }

    private static FinishReason finishReason(JsonNode meta) {
        String reason = meta.at("/finish_reason/type").asString("");
        return switch (reason) {
            case "stop" -> FinishReason.STOP;
            case "length" -> FinishReason.LENGTH;
            case "abort" ->
                throw new EngineException(
                        ErrorCode.ENGINE_UNAVAILABLE, "the engine aborted this request", "the turn may be tried again");
            default -> throw malformed("ends with the unknown reason " + reason);
        };
    }

    private static EngineException malformed(String what) {
        return new EngineException(
                ErrorCode.MALFORMED_ENGINE_ANSWER,
                "the engine's answer " + what,
                "check the engine's version; the turn may be tried again");
    }
}
