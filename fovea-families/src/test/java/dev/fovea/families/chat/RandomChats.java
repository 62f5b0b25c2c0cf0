package dev.fovea.families.chat;

import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Conversations of an agent, as JSON, out of a seed. Texts hold everything that may go wrong between messages and tokens. */
final class RandomChats {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final List<String> PIECES = List.of(
            "Hello",
            " world",
            ".",
            "\n",
            "\n\n",
            " ",
            "\t",
            "你好",
            "é",
            "e\u0301",
            "😀",
            "👨‍👩‍👧",
            "\u00a0",
            "\u2003",
            "1234",
            "<|im_end|>",
            "<|im_start|>",
            "<|image_pad|>",
            "<tool_call>",
            "</tool_call>",
            "<tool_response>",
            "<think>",
            "{\"a\": 1}",
            "don't",
            "\"",
            "\\",
            "\u2028",
            "</b>",
            "<|vision_start|>",
            "<|media_pad|>",
            "<|im_middle|>",
            "<|tool_calls_section_begin|>");

    private final Random random;

    RandomChats(Random random) {
        this.random = random;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(8); n > 0; n--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    /** A system message or none, then users, assistants with calls, and tools; ends with a user or a tool. */
    ArrayNode conversation() {
        ArrayNode messages = NODES.arrayNode();
        if (random.nextBoolean()) {
            messages.addObject().put("role", "system").put("content", text());
        }
        for (int turns = random.nextInt(3); turns >= 0; turns--) {
            messages.add(caller("user"));
            for (int calls = random.nextInt(3); calls > 0; calls--) {
                messages.add(assistant(1 + random.nextInt(2)));
                messages.add(caller("tool"));
            }
            if (turns > 0) {
                messages.add(assistant(0));
            }
        }
        return messages;
    }

    /** A user's or tool's message, with images now and then. */
    ObjectNode caller(String role) {
        ObjectNode message = NODES.objectNode().put("role", role);
        if (random.nextInt(3) > 0) {
            return message.put("content", text());
        }
        ArrayNode parts = message.putArray("content");
        for (int n = random.nextInt(4); n >= 0; n--) {
            if (random.nextBoolean()) {
                parts.addObject().put("type", "text").put("text", text());
            } else {
                parts.addObject().put("type", "image").put("image", "img" + random.nextInt(3));
            }
        }
        return message;
    }

    ObjectNode assistant(int calls) {
        ObjectNode message = NODES.objectNode().put("role", "assistant").put("content", text());
        message.put("reasoning_content", random.nextInt(3) == 0 ? "" : text());
        if (calls > 0) {
            ArrayNode list = message.putArray("tool_calls");
            for (int i = 0; i < calls; i++) {
                ObjectNode function =
                        list.addObject().put("id", "functions.f:" + i).putObject("function");
                function.put("name", "f")
                        .putObject("arguments")
                        .put("text", text())
                        .put("count", random.nextInt(100));
            }
        }
        return message;
    }

    /** The one tool of all these calls. */
    static List<JsonNode> tools() {
        ObjectNode tool = NODES.objectNode().put("type", "function");
        ObjectNode function =
                tool.putObject("function").put("name", "f").put("description", "Does <|im_end|> something.");
        ObjectNode parameters = function.putObject("parameters").put("type", "object");
        parameters.putObject("properties").putObject("text").put("type", "string");
        ((ObjectNode) parameters.path("properties")).putObject("count").put("type", "integer");
        return List.of(tool);
    }
}
