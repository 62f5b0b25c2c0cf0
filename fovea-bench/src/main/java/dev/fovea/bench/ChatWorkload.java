package dev.fovea.bench;

import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Conversations of an agent with tools, the same for both sides. Words are made of syllables, so that they are as many and as
 * long as real ones; a share of the text is code, JSON and Chinese.
 */
public final class ChatWorkload {

    static final int ROUNDS = 3;
    private static final int EACH = 150;
    /** More than renders: one takes a tenth of a millisecond, and a process counts its time in hundredths of a second. */
    private static final int BRIDGES = 2_000;

    private static final int WARM = 240;
    private static final long SEED = 20_261_129;

    private static final String[] SYLLABLES = {
        "ba", "cor", "di", "en", "fo", "gra", "he", "in", "ju", "ka", "lo", "mer", "ne", "or", "pa", "qui", "re", "sta",
        "ti", "un", "ver", "wa", "xe", "yo", "zi", "tion", "ing", "er", "ly", "ment"
    };
    private static final String[] SNIPPETS = {
        "def run(x):\n    return x[\"value\"] + 1  # ok\n",
        "{\"status\": \"ok\", \"items\": [1, 2.5, null], \"path\": \"/tmp/a b\"}",
        "你好，世界！请看图。",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "https://example.org/?q=1&r=2",
        "It's 3,141.59 — isn't it?"
    };

    private final Random random = new Random(SEED);
    private final List<String> words = new ArrayList<>();

    /** The same sequence each time. */
    public ChatWorkload() {
        for (int i = 0; i < 12_000; i++) {
            StringBuilder word = new StringBuilder();
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            words.add(word.toString());
        }
    }

    /** Everything differs from conversation to conversation: about 2,500 tokens of instructions, tools, questions and results. */
    ObjectNode fresh() {
        return rounds(EACH, () -> chat(text(500), tools(6), 4));
    }

    /** Instructions and tools are the same in all, as in the rollouts of one environment: about 9,000 tokens; questions differ. */
    ObjectNode repeated() {
        String system = text(2_500);
        ArrayNode tools = tools(30);
        ObjectNode work = rounds(EACH, () -> chat(system, JsonNodeFactory.instance.arrayNode(), 0));
        work.set("tools", tools);
        return work;
    }

    /** A turn to continue: a long prompt, a short answer, and tool results that differ. */
    ObjectNode bridge(TokenIds prompt, TokenIds completion) {
        ObjectNode work = rounds(BRIDGES, () -> {
            ArrayNode messages = JsonNodeFactory.instance.arrayNode();
            messages.addObject().put("role", "tool").put("content", text(60)).put("tool_call_id", "call_1");
            return messages;
        });
        prompt.stream().forEach(work.putArray("prompt")::add);
        completion.stream().forEach(work.putArray("completion")::add);
        return work;
    }

    private ObjectNode rounds(int each, Supplier<? extends JsonNode> one) {
        ObjectNode work = JsonNodeFactory.instance.objectNode();
        many(work.putArray("warm"), WARM, one);
        ArrayNode rounds = work.putArray("rounds");
        for (int i = 0; i < ROUNDS; i++) {
            many(rounds.addArray(), each, one);
        }
        return work;
    }

    private static void many(ArrayNode out, int count, Supplier<? extends JsonNode> one) {
        for (int i = 0; i < count; i++) {
            out.add(one.get());
        }
    }

    private ObjectNode chat(String system, ArrayNode tools, int rounds) {
        ObjectNode chat = JsonNodeFactory.instance.objectNode();
        ArrayNode messages = chat.putArray("messages");
        messages.addObject().put("role", "system").put("content", system);
        messages.addObject().put("role", "user").put("content", text(60));
        for (int i = 0; i < rounds; i++) {
            ObjectNode asked = messages.addObject().put("role", "assistant").put("content", text(20));
            ObjectNode call = asked.putArray("tool_calls")
                    .addObject()
                    .put("id", "call_" + i)
                    .put("type", "function");
            call.putObject("function")
                    .put("name", "search")
                    .putObject("arguments")
                    .put("query", text(6))
                    .put("limit", random.nextInt(100));
            messages.addObject().put("role", "tool").put("content", text(150)).put("tool_call_id", "call_" + i);
        }
        chat.set("tools", tools);
        return chat;
    }

    private ArrayNode tools(int count) {
        ArrayNode tools = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < count; i++) {
            ObjectNode function = tools.addObject().put("type", "function").putObject("function");
            function.put("name", "tool_" + i).put("description", text(40));
            ObjectNode parameters = function.putObject("parameters").put("type", "object");
            ObjectNode properties = parameters.putObject("properties");
            for (int p = 0; p < 4; p++) {
                properties.putObject(word() + "_" + p).put("type", "string").put("description", text(12));
            }
            parameters.putArray("required").add("query");
        }
        return tools;
    }

    /** So many words, now and then a piece of code. */
    public String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(i == 0 ? "" : random.nextInt(12) == 0 ? ". " : " ");
            text.append(random.nextInt(25) == 0 ? SNIPPETS[random.nextInt(SNIPPETS.length)] : word());
        }
        return text.toString();
    }

    private String word() {
        return words.get((int) (words.size() * random.nextDouble() * random.nextDouble()));
    }
}
