package dev.fovea.engine.vllm;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.PromptEcho;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads the answer of {@code /inference/v1/generate}: strict where it is evidence, tolerant elsewhere. */
final class GenerateAnswer {

    /** What the server writes for a logprob that is infinite or no number. */
    private static final double NO_LOGPROB = -9999.0;

    private final JsonNode choice;

    private GenerateAnswer(JsonNode answer) {
        JsonNode choices = answer.path("choices");
        if (!choices.isArray() || choices.size() != 1 || !choices.get(0).isObject()) {
            throw malformed("holds " + choices.size() + " choices where one was asked for");
        }
        this.choice = choices.get(0);
    }

    /**
     * The completion of an answer.
     *
     * @param modality under which images are filed
     * @param names what the server's names of weights mean
     */
    static Completion read(JsonNode answer, String modality, WeightNames names) {
        return new GenerateAnswer(answer).completion(echo(answer, modality), names);
    }

    private Completion completion(PromptEcho echo, WeightNames names) {
        TokenIds ids = ids(choice.path("token_ids"), "token_ids");
        if (ids.size() == 0) {
            throw malformed("holds no sampled id");
        }
        return new Completion(ids, logprobs(ids), finishReason(), weights(ids.size(), names), echo);
    }

    /**
     * What an answer, or the first event of a streamed one, says of the prompt.
     *
     * @param modality under which images are filed
     */
    static PromptEcho echo(JsonNode answer, String modality) {
        List<PlaceholderRange> ranges = new ArrayList<>();
        for (JsonNode range : answer.path("mm_placeholders").path(modality)) {
            ranges.add(range(range));
        }
        return new PromptEcho(
                new ExpandedIds(ids(answer.path("prompt_token_ids"), "prompt_token_ids")), ranges, List.of());
    }

    private static PlaceholderRange range(JsonNode range) {
        try {
            return new PlaceholderRange(
                    range.path("offset").asInt(-1), range.path("length").asInt(-1));
        } catch (RequestException e) {
            throw malformed("holds a placeholder that is no range: " + range);
        }
    }

    private static TokenIds ids(JsonNode list, String name) {
        if (!list.isArray()) {
            throw malformed("lacks " + name);
        }
        int[] ids = new int[list.size()];
        for (int i = 0; i < ids.length; i++) {
            JsonNode id = list.get(i);
            if (!id.isInt() || id.intValue() < 0) {
                throw malformed("has no token id at " + name + "[" + i + "]");
            }
            ids[i] = id.intValue();
        }
        return TokenIds.of(ids);
    }

    private TokenValues logprobs(TokenIds ids) {
        JsonNode content = choice.path("logprobs").path("content");
        if (content.size() != ids.size()) {
            throw malformed("holds " + ids.size() + " sampled ids but " + content.size() + " logprobs");
        }
        double[] values = new double[ids.size()];
        for (int i = 0; i < values.length; i++) {
            JsonNode entry = content.get(i);
            if (sampledId(entry) != ids.get(i)) {
                throw malformed("has the logprob of another token at position " + i);
            }
            values[i] = entry.path("logprob").asDouble(NO_LOGPROB);
            if (values[i] == NO_LOGPROB) {
                throw malformed("has no logprob at position " + i);
            }
        }
        return TokenValues.of(values);
    }

    /** Newer servers have {@code token_id}, older ones the text {@code token_id:5}. */
    static int sampledId(JsonNode entry) {
        JsonNode id = entry.path("token_id");
        if (id.isInt()) {
            return id.intValue();
        }
        String text = entry.path("token").asString("");
        return text.matches("token_id:\\d{1,9}") ? Integer.parseInt(text.substring("token_id:".length())) : -1;
    }

    private FinishReason finishReason() {
        String reason = choice.path("finish_reason").asString("");
        return switch (reason) {
            case "stop" -> FinishReason.STOP;
            case "length" -> FinishReason.LENGTH;
            case "abort" ->
                throw new EngineException(
                        ErrorCode.ENGINE_UNAVAILABLE, "the engine aborted this request", "the turn may be tried again");
            default -> throw malformed("ends with the unknown reason " + reason);
        };
    }

    /** Whether an answer says which weights made it. Older servers do not, and a restarted one has other weights than before. */
    static boolean tellsWeights(JsonNode answer) {
        return !answer.at("/choices/0/weight_versions").isEmpty();
    }

    private WeightSpans weights(int tokens, WeightNames names) {
        JsonNode told = choice.path("weight_versions");
        if (told.isEmpty()) {
            return WeightSpans.of(names.version(""), tokens);
        }
        List<WeightSpans.Span> spans = new ArrayList<>();
        try {
            for (JsonNode span : told) {
                int start = span.path("start").asInt(-1);
                int end = span.path("end").asInt(-1);
                // versions that came and went between two tokens sampled nothing
                if (start != end || start < 0) {
                    spans.add(new WeightSpans.Span(
                            names.version(span.path("version").asString("")), start, end));
                }
            }
            WeightSpans whole = new WeightSpans(spans);
            if (whole.tokens() == tokens) {
                return whole;
            }
        } catch (IllegalArgumentException e) {
            // refused below, like spans that end too early
        }
        throw malformed("has weight versions that do not cover its " + tokens + " tokens: " + told);
    }

    private static EngineException malformed(String what) {
        return new EngineException(
                ErrorCode.MALFORMED_ENGINE_ANSWER,
                "the engine's answer " + what,
                "check the engine's version; the turn may be tried again");
    }
}
