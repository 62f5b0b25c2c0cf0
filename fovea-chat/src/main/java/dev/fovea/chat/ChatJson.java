package dev.fovea.chat;

import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Conversations as chat programs write them in JSON. Nothing is dropped without a word: what no {@link Message} carries is
 * refused, with the message and the part or field that holds it.
 */
public final class ChatJson {

    /** Fields that describe a message and never are a part of what it says. */
    private static final Set<String> DESCRIBING = Set.of("id", "metadata", "annotations");

    private static final Set<String> KNOWN =
            Set.of("role", "content", "name", "tool_calls", "tool_call_id", "reasoning_content", "reasoning");

    private final ContentJson contents;

    /** A reader that asks {@code images} for every image it meets. */
    public ChatJson(ImageSource images) {
        this.contents = new ContentJson(images);
    }

    /** Where a reader's images come from. */
    @FunctionalInterface
    public interface ImageSource {
        /**
         * The image that a source names.
         *
         * @param source what stands in JSON: a URL, a path
         * @throws RequestException where there is none, or where it is none
         */
        ResolvedImage resolve(JsonNode source, MessagePlace place);
    }

    /** An object with {@code messages} and, optionally, {@code tools}. */
    public Conversation conversation(JsonNode body) {
        return new Conversation(messages(body.path("messages")), tools(body.path("tools")));
    }

    /** A list of messages. */
    public List<Message> messages(JsonNode list) {
        if (!list.isArray()) {
            throw invalid("messages is no list", "send a list of messages");
        }
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : list) {
            messages.add(message(message, messages.size()));
        }
        return messages;
    }

    private static List<JsonNode> tools(JsonNode tools) {
        if (absent(tools)) {
            return List.of();
        }
        if (!tools.isArray()) {
            throw invalid("tools is no list", "send a list of tool specifications");
        }
        return tools.valueStream().toList();
    }

    private Message message(JsonNode message, int index) {
        MessagePlace place = MessagePlace.of(index);
        if (!message.isObject()) {
            throw place.refused(ErrorCode.INVALID_REQUEST, "is no object", "send role and content");
        }
        refuseUnknown(message, index);
        String role = text(message, "role", index);
        if (role == null) {
            throw place.refused(ErrorCode.INVALID_REQUEST, "has no role", "name its role");
        }
        List<ContentPart> content = contents.read(message.path("content"), index);
        String name = text(message, "name", index);
        String callId = text(message, "tool_call_id", index);
        return switch (role) {
            case "system" -> new Message.SystemMessage(content, name);
            case "user" -> new Message.UserMessage(content, name);
            case "assistant" ->
                new Message.AssistantMessage(content, reasoning(message, index), calls(message, index), name);
            case "tool" -> new Message.ToolMessage(callId == null ? "" : callId, name, content);
            default -> new Message.OtherMessage(role, name, content);
        };
    }

    private static void refuseUnknown(JsonNode message, int index) {
        for (Map.Entry<String, JsonNode> field : message.properties()) {
            String name = field.getKey();
            boolean says = !absent(field.getValue()) && !isEmpty(field.getValue());
            if (says && !KNOWN.contains(name) && !DESCRIBING.contains(name)) {
                throw MessagePlace.field(index, name)
                        .refused(ErrorCode.INVALID_REQUEST, "is a field that no template shows", "leave it out");
            }
        }
        boolean assistant = message.path("role").asString("").equals("assistant");
        for (String name : List.of("tool_calls", "reasoning_content", "reasoning")) {
            if (!assistant && !absent(message.path(name)) && !isEmpty(message.path(name))) {
                throw MessagePlace.field(index, name)
                        .refused(
                                ErrorCode.INVALID_REQUEST,
                                "stands in a message that is no assistant's",
                                "leave it out, or send an assistant message");
            }
        }
    }

    private static boolean isEmpty(JsonNode value) {
        return (value.isContainer() && value.isEmpty())
                || (value.isString() && value.stringValue().isEmpty());
    }

    /** {@code reasoning} is the newer spelling; the older one wins where both stand. */
    private static @Nullable String reasoning(JsonNode message, int index) {
        String older = text(message, "reasoning_content", index);
        return older == null ? text(message, "reasoning", index) : older;
    }

    private static List<ToolCall> calls(JsonNode message, int index) {
        JsonNode list = message.path("tool_calls");
        if (absent(list)) {
            return List.of();
        }
        if (!list.isArray()) {
            throw MessagePlace.field(index, "tool_calls")
                    .refused(ErrorCode.INVALID_REQUEST, "is no list", "send a list of calls");
        }
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode call : list) {
            calls.add(call(call, MessagePlace.field(index, "tool call " + calls.size())));
        }
        return calls;
    }

    /** A call in its envelope, or flat. Its name goes into the prompt as it is, an absent one as nothing. */
    private static ToolCall call(JsonNode call, MessagePlace place) {
        JsonNode function =
                call.path("function").isObject() && !call.path("function").isEmpty() ? call.path("function") : call;
        JsonNode name = function.path("name");
        JsonNode id = call.path("id");
        if (!function.isObject() || !(name.isString() || name.isMissingNode()) || !(absent(id) || id.isString())) {
            throw place.refused(
                    ErrorCode.INVALID_REQUEST,
                    "has a name or id that is no text",
                    "send id and function with name and arguments");
        }
        return new ToolCall(
                id.isString() ? id.stringValue() : "",
                name.isString() ? name.stringValue() : "",
                arguments(function.path("arguments")));
    }

    private static String arguments(JsonNode arguments) {
        if (arguments.isMissingNode()) {
            return "{}";
        }
        return arguments.isString() ? arguments.stringValue() : PythonJson.text(arguments);
    }

    private static @Nullable String text(JsonNode message, String field, int index) {
        JsonNode value = message.path(field);
        if (absent(value)) {
            return null;
        }
        if (!value.isString()) {
            throw MessagePlace.field(index, field).refused(ErrorCode.INVALID_REQUEST, "is no text", "send a string");
        }
        return value.stringValue();
    }

    static boolean absent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    private static RequestException invalid(String what, String remedy) {
        return new RequestException(ErrorCode.INVALID_REQUEST, what, remedy);
    }
}
