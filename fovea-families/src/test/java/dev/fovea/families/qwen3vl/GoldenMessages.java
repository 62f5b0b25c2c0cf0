package dev.fovea.families.qwen3vl;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.ToolCall;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages of the corpus as ours. What a dialect would refuse before rendering is refused here. */
final class GoldenMessages {

    /** A shape that no {@link Message} holds. */
    static final class Inexpressible extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Inexpressible(String what) {
            super(what);
        }
    }

    private static final Map<String, JsonNode> IMAGES = images();

    private final boolean expanded;

    /** {@code expanded} is false for records in which the reference leaves images to the engine, one pad each. */
    GoldenMessages(boolean expanded) {
        this.expanded = expanded;
    }

    private static Map<String, JsonNode> images() {
        try {
            Map<String, JsonNode> images = new HashMap<>();
            Path file = Path.of("src/test/resources/qwen3vl/golden/images.json");
            for (JsonNode image : JsonMapper.shared().readTree(Files.readAllBytes(file))) {
                images.put(image.path("name").asString(), image);
            }
            return images;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Conversation conversation(JsonNode row) {
        List<JsonNode> tools = row.path("tools").valueStream().toList();
        return new Conversation(messages(row.path("messages")), tools);
    }

    List<Message> messages(JsonNode list) {
        return list.valueStream().map(this::message).toList();
    }

    private Message message(JsonNode message) {
        JsonNode content = message.path("content");
        return switch (message.path("role").asString("none")) {
            case "system" -> new Message.SystemMessage(parts(content, true));
            case "user" -> new Message.UserMessage(parts(content, false));
            case "tool" ->
                new Message.ToolMessage(
                        message.path("tool_call_id").asString(""),
                        message.path("name").isString() ? message.path("name").asString() : null,
                        parts(content, false));
            case "assistant" ->
                new Message.AssistantMessage(
                        assistantText(content),
                        message.path("reasoning_content").isString()
                                ? message.path("reasoning_content").asString()
                                : null,
                        calls(message.path("tool_calls")));
            default -> throw new Inexpressible("unknown role");
        };
    }

    private String assistantText(JsonNode content) {
        StringBuilder text = new StringBuilder();
        for (ContentPart part : parts(content, true)) {
            switch (part) {
                case ContentPart.Text more -> text.append(more.text());
                case ContentPart.Image image -> throw new Inexpressible("image in assistant content");
            }
        }
        return text.toString();
    }

    private List<ContentPart> parts(JsonNode content, boolean thinkingIsText) {
        if (content.isMissingNode() || content.isNull()) {
            return List.of();
        }
        if (content.isString()) {
            return List.of(new ContentPart.Text(content.asString()));
        }
        if (!content.isArray()) {
            throw new Inexpressible("content is no text and no list");
        }
        List<ContentPart> parts = new ArrayList<>();
        for (JsonNode part : content) {
            String type = part.path("type").asString("");
            if (part.has("name") && part.has("width") && (type.isEmpty() || type.startsWith("image"))) {
                parts.add(new ContentPart.Image(image(part)));
            } else if (part.isString()) {
                parts.add(new ContentPart.Text(part.asString()));
            } else if (part.path("text").isString() && (type.isEmpty() || type.equals("text"))) {
                parts.add(new ContentPart.Text(part.path("text").asString()));
            } else if (thinkingIsText && type.equals("thinking")) {
                parts.add(new ContentPart.Text(part.path("thinking").asString("")));
            } else {
                throw new Inexpressible("unknown part");
            }
        }
        return parts;
    }

    private List<ToolCall> calls(JsonNode list) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode call : list) {
            JsonNode function = call.path("function").isObject() ? call.path("function") : call;
            JsonNode arguments = function.path("arguments");
            if (!function.path("name").isString()) {
                throw new Inexpressible("call without name");
            }
            calls.add(new ToolCall(
                    call.path("id").asString(""),
                    function.path("name").asString(),
                    arguments.isMissingNode()
                            ? "{}"
                            : arguments.isString() ? arguments.asString() : PythonJson.text(arguments)));
        }
        return calls;
    }

    private ResolvedImage image(JsonNode part) {
        String name = part.path("name").asString();
        JsonNode known = IMAGES.get(name);
        if (part.has("image") || known == null || !known.path("pads").isInt()) {
            throw new Inexpressible("an image that cannot be laid out");
        }
        return named(name, expanded ? known.path("pads").asInt() : 1);
    }

    static ResolvedImage named(String name, int pads) {
        RawImageDescriptor item =
                new RawImageDescriptor("qwen_vl", null, Map.of(), null, "file:///" + name + ".png", Map.of());
        return new ResolvedImage(item, ImageHash.of(name.getBytes(StandardCharsets.UTF_8)), pads);
    }
}
