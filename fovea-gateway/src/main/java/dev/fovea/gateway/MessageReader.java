package dev.fovea.gateway;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Message;
import dev.fovea.chat.ToolCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Messages of the chat dialect. */
final class MessageReader {

    private final ContentReader contents;

    MessageReader(ContentReader contents) {
        this.contents = contents;
    }

    Message read(JsonNode message, String place) {
        String role = JsonFields.text(JsonFields.object(message, place).path("role"), place + ".role");
        return switch (role) {
            case "system", "developer" -> new Message.SystemMessage(content(message, place));
            case "user" -> new Message.UserMessage(content(message, place));
            case "assistant" -> assistant(message, place);
            case "tool" ->
                new Message.ToolMessage(
                        JsonFields.text(message.path("tool_call_id"), place + ".tool_call_id"),
                        JsonFields.optionalText(message.path("name"), place + ".name"),
                        content(message, place));
            default ->
                throw JsonFields.invalid(place + ".role is unknown", "use system, developer, user, assistant or tool");
        };
    }

    private List<ContentPart> content(JsonNode message, String place) {
        return contents.read(message.path("content"), place + ".content");
    }

    private Message assistant(JsonNode message, String place) {
        return new Message.AssistantMessage(
                assistantText(message.path("content"), place + ".content"),
                reasoning(message, place),
                toolCalls(message.path("tool_calls"), place + ".tool_calls"));
    }

    /** Absent, null, empty and an empty list are one content. */
    private String assistantText(JsonNode content, String place) {
        if (JsonFields.isAbsent(content)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (ContentPart part : contents.read(content, place)) {
            switch (part) {
                case ContentPart.Text words -> text.append(words.text());
                case ContentPart.Thinking thinking ->
                    throw JsonFields.invalid(place + " holds thinking among its parts", "send it as reasoning_content");
                case ContentPart.Image image ->
                    throw JsonFields.invalid(
                            place + " holds an image, which no assistant message can show",
                            "put images into user or tool messages");
            }
        }
        return text.toString();
    }

    private static @Nullable String reasoning(JsonNode message, String place) {
        String reasoning = JsonFields.optionalText(message.path("reasoning_content"), place + ".reasoning_content");
        return reasoning == null ? JsonFields.optionalText(message.path("reasoning"), place + ".reasoning") : reasoning;
    }

    private static List<ToolCall> toolCalls(JsonNode calls, String place) {
        if (JsonFields.isAbsent(calls)) {
            return List.of();
        }
        List<ToolCall> read = new ArrayList<>();
        for (int i = 0; i < JsonFields.array(calls, place).size(); i++) {
            read.add(toolCall(calls.get(i), place + "[" + i + "]"));
        }
        return read;
    }

    private static ToolCall toolCall(JsonNode call, String place) {
        JsonNode function = JsonFields.object(call.path("function"), place + ".function");
        String id = JsonFields.optionalText(call.path("id"), place + ".id");
        return new ToolCall(
                id == null ? "" : id,
                JsonFields.text(function.path("name"), place + ".function.name"),
                arguments(function.path("arguments"), place + ".function.arguments"));
    }

    /** Absent and empty arguments mean an empty object; an object that was not written as a string is. */
    private static String arguments(JsonNode arguments, String place) {
        if (JsonFields.isAbsent(arguments)) {
            return "{}";
        }
        if (arguments.isObject()) {
            JsonFields.requireWholeTexts(arguments, place);
            return arguments.toString();
        }
        String text = JsonFields.text(arguments, place);
        return text.isBlank() ? "{}" : text;
    }
}
