package dev.fovea.gateway;

import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Validates a scanned body and makes it a conversation. */
final class ChatRequestReader {

    private final JsonMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final ResolvedImages images;

    ChatRequestReader(ResolvedImages images) {
        this.images = images;
    }

    ChatRequest read(ScannedBody body) {
        JsonNode root = JsonFields.object(parse(body), "the body");
        refuseUnserved(root);
        MessageReader reader = new MessageReader(new ContentReader(images, body.stored()));
        JsonNode list = JsonFields.array(root.path("messages"), "messages");
        if (list.isEmpty()) {
            throw JsonFields.invalid("messages is empty", "send at least one message");
        }
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            messages.add(reader.read(list.get(i), "messages[" + i + "]"));
        }
        return new ChatRequest(new Conversation(messages, tools(root.path("tools"))), sampling(root), body.digest());
    }

    private JsonNode parse(ScannedBody body) {
        try {
            return json.readTree(utf8(body));
        } catch (JacksonException e) {
            throw new RequestException(
                    ErrorCode.INVALID_JSON,
                    "the body is no valid JSON, near line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr(),
                    "send one JSON object in UTF-8, no member twice",
                    e);
        }
    }

    /** The scanner has read UTF-8; a parser that guesses the encoding could find other members than it did. */
    private static String utf8(ScannedBody body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(body.json().duplicate())
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RequestException(
                    ErrorCode.INVALID_JSON, "the body is not UTF-8", "send one JSON object in UTF-8", e);
        }
    }

    private static void refuseUnserved(JsonNode root) {
        if (root.path("stream").asBoolean(false)) {
            throw JsonFields.invalid("stream is true", "ask without a stream; streaming is not served yet");
        }
        JsonNode n = root.path("n");
        if (!JsonFields.isAbsent(n) && JsonFields.integer(n, "n") != 1) {
            throw JsonFields.invalid("n is not 1", "send one request a completion; the trace keeps them as branches");
        }
        refuseUnserved(root, "stop", false);
        refuseUnserved(root, "logit_bias", root.path("logit_bias").isEmpty());
        refuseUnserved(root, "frequency_penalty", isZero(root.path("frequency_penalty")));
        refuseUnserved(root, "presence_penalty", isZero(root.path("presence_penalty")));
        refuseUnserved(
                root,
                "response_format",
                root.at("/response_format/type").asString("").equals("text"));
        refuseUnserved(root, "logprobs", !root.path("logprobs").asBoolean(true));
    }

    /** What would change the distribution or the answer, and that no engine here can do: refused, never ignored. */
    private static void refuseUnserved(JsonNode root, String member, boolean harmless) {
        if (!JsonFields.isAbsent(root.path(member)) && !harmless) {
            throw JsonFields.invalid(member + " is not served", "leave it out");
        }
    }

    private static boolean isZero(JsonNode value) {
        return value.isNumber() && value.asDouble() == 0;
    }

    private static List<JsonNode> tools(JsonNode tools) {
        if (JsonFields.isAbsent(tools)) {
            return List.of();
        }
        List<JsonNode> read = new ArrayList<>();
        for (JsonNode tool : JsonFields.array(tools, "tools")) {
            String place = "tools[" + read.size() + "]";
            JsonFields.requireWholeTexts(JsonFields.object(tool, place), place);
            read.add(tool);
        }
        return read;
    }

    static RequestedSampling sampling(JsonNode root) {
        JsonNode limit = JsonFields.isAbsent(root.path("max_completion_tokens"))
                ? root.path("max_tokens")
                : root.path("max_completion_tokens");
        return new RequestedSampling(
                real(root.path("temperature"), "temperature"),
                real(root.path("top_p"), "top_p"),
                JsonFields.isAbsent(limit)
                        ? OptionalInt.empty()
                        : OptionalInt.of(JsonFields.integer(limit, "max_completion_tokens")),
                JsonFields.isAbsent(root.path("seed"))
                        ? OptionalLong.empty()
                        : OptionalLong.of(JsonFields.longInteger(root.path("seed"), "seed")));
    }

    private static OptionalDouble real(JsonNode value, String place) {
        return JsonFields.isAbsent(value) ? OptionalDouble.empty() : OptionalDouble.of(JsonFields.real(value, place));
    }
}
