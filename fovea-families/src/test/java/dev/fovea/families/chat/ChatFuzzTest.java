package dev.fovea.families.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.CompletionStream;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.RequestException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Anything a model may sample is read, anything a caller may send is rendered or refused. Hundreds of executions a family;
 * {@code -Dfovea.fuzz.chat=N} runs N.
 */
class ChatFuzzTest {

    private static final int EXECUTIONS = Integer.getInteger("fovea.fuzz.chat", 600);

    private static final List<String> SAMPLED = List.of(
            "<think>",
            "</think>",
            "<tool_call>",
            "</tool_call>",
            "<|im_end|>",
            "<|endoftext|>",
            "<|image_pad|>",
            "<|im_start|>assistant\n",
            "<|media_pad|>",
            "<|im_assistant|>assistant<|im_middle|>",
            "<|tool_calls_section_begin|>",
            "<|tool_calls_section_end|>",
            "<|tool_call_section_begin|>",
            "<|tool_call_section_end|>",
            "<|tool_call_begin|>",
            "<|tool_call_argument_begin|>",
            "<|tool_call_end|>",
            "functions.f:0",
            "<",
            "</",
            "think>",
            "\n",
            " ",
            "text",
            "{\"name\": \"f\", \"arguments\": {\"text\": \"x\"}}",
            "{\"a\":",
            "<function=f>",
            "<parameter=text>",
            "</parameter>",
            "<parameter=count>",
            "</function>",
            "<function=",
            ">",
            "1e999",
            "NaN",
            "\ud83d\ude00",
            "null",
            "\"\\ud83d\"");

    /** Longer than Python's own limits; rare, because each takes as long as a hundred others. */
    private static final List<String> HUGE = List.of(
            "{\"name\": \"f\", \"arguments\": {\"count\": " + "7".repeat(5_000) + "}}",
            "[".repeat(3_000),
            "9".repeat(5_000));

    @ParameterizedTest
    @EnumSource
    void everySampledSequenceIsReadTheSameAtOnceAndInPieces(RandomFamily family) {
        Random random = seeded();
        Renderer renderer = family.renderer();
        for (int i = 0; i < EXECUTIONS; i++) {
            ExpandedIds prompt = new ExpandedIds(sampled(family, random, 4));
            TokenIds completion = sampled(family, random, 12);

            ParsedCompletion whole = renderer.parse(prompt, completion, RandomChats.tools());

            CompletionStream stream = renderer.stream(prompt, RandomChats.tools());
            StringBuilder content = new StringBuilder();
            StringBuilder reasoning = new StringBuilder();
            List<ParsedToolCall> calls = new ArrayList<>();
            for (int at = 0; at < completion.size(); ) {
                int end = Math.min(completion.size(), at + 1 + random.nextInt(5));
                CompletionStream.Delta delta = stream.push(completion.slice(at, end));
                content.append(delta.content());
                reasoning.append(delta.reasoning());
                calls.addAll(delta.toolCalls());
                at = end;
            }
            CompletionStream.Delta rest = stream.end();
            calls.addAll(rest.toolCalls());
            assertThat(stream.finish()).isEqualTo(whole);
            assertThat(content + rest.content()).isEqualTo(whole.content());
            assertThat(calls).isEqualTo(whole.toolCalls());
            String told = whole.reasoning() == null ? "" : PythonText.strip(whole.reasoning());
            assertThat(reasoning + rest.reasoning()).isEqualTo(told);
        }
    }

    private static TokenIds sampled(RandomFamily family, Random random, int pieces) {
        TokenIds ids = TokenIds.empty();
        for (int n = random.nextInt(pieces); n >= 0; n--) {
            ids = ids.concat(piece(family.tokenizer(), random));
        }
        return ids;
    }

    private static TokenIds piece(Tokenizer tokenizer, Random random) {
        return switch (random.nextInt(200)) {
            case 0 -> tokenizer.encodeMarked(HUGE.get(random.nextInt(HUGE.size())));
            case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ->
                TokenIds.of(random.ints(4, 0, tokenizer.vocabulary() + 400).toArray());
            default -> tokenizer.encodeMarked(SAMPLED.get(random.nextInt(SAMPLED.size())));
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyConversationIsRenderedOrRefused(RandomFamily family) {
        Random random = seeded();
        Renderer renderer = family.renderer();
        int rendered = 0;
        for (int i = 0; i < EXECUTIONS; i++) {
            ArrayNode messages = new RandomChats(random).conversation();
            for (int n = random.nextInt(3); n > 0; n--) {
                mutate(messages, random);
            }
            try {
                Conversation conversation = new Conversation(
                        RandomFamily.messages(messages), random.nextBoolean() ? RandomChats.tools() : List.of());
                renderer.renderPrompt(conversation);
                renderer.renderFinished(conversation);
                rendered++;
            } catch (RequestException refused) {
                assertThat(refused.what()).isNotBlank();
            }
        }
        assertThat(rendered).isGreaterThan(EXECUTIONS / 10);
    }

    /** Replaces, removes or adds something at a random place. */
    private static void mutate(JsonNode node, Random random) {
        if (node instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            if (random.nextInt(3) > 0) {
                mutate(array.get(at), random);
            } else {
                array.set(at, odd(random));
            }
        } else if (node instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = List.copyOf(object.propertyNames());
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(4)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name, odd(random));
                case 2 -> object.set("extra_" + random.nextInt(3), odd(random));
                default -> mutate(object.path(name), random);
            }
        }
    }

    private static JsonNode odd(Random random) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(10)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.numberNode(BigInteger.TEN.pow(4_000));
            case 2 -> nodes.numberNode(Double.NaN);
            case 3 -> nodes.stringNode("half \ud83d of a pair");
            case 4 -> deep(400);
            case 5 -> nodes.booleanNode(true);
            case 6 -> nodes.arrayNode();
            case 7 -> nodes.objectNode();
            case 8 -> nodes.objectNode().put("type", "video").put("video", "x");
            default -> nodes.stringNode("system");
        };
    }

    private static JsonNode deep(int levels) {
        ArrayNode outer = JsonNodeFactory.instance.arrayNode();
        ArrayNode inner = outer;
        for (int i = 0; i < levels; i++) {
            inner = inner.addArray();
        }
        return outer;
    }

    private static Random seeded() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        return new Random(seed);
    }
}
