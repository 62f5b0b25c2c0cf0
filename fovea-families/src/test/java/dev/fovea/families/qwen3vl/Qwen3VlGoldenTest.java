package dev.fovea.families.qwen3vl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.Bridge;
import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import tools.jackson.databind.JsonNode;

/**
 * Ours against the reference's recorded answers. A record is equal, or it belongs to one of the kinds that are named here and in
 * which ours differs on purpose; the tally is printed.
 */
class Qwen3VlGoldenTest {

    /** Every text that the tokenizer has a token of its own for; the reference takes its spelling for the token. */
    private static final Pattern LITERAL = Pattern.compile(
            "<\\|(endoftext|im_start|im_end|object_ref_start|object_ref_end|box_start|box_end|quad_start|quad_end|vision_start|"
                    + "vision_end|vision_pad|image_pad|video_pad|fim_prefix|fim_middle|fim_suffix|fim_pad|repo_name|file_sep)\\|>"
                    + "|</?tool_call>|</?tool_response>|</?think>");

    private static BytePairTokenizer tokenizer;

    private final Map<String, Integer> tally = new TreeMap<>();

    @BeforeAll
    static void openTokenizer() {
        tokenizer = BytePairTokenizer.read(Qwen3TokenizerFile.path());
    }

    @AfterEach
    void printTally(TestInfo test) {
        System.out.println(test.getDisplayName() + " " + tally);
    }

    @Test
    void rendersWhatTheReferenceRenders() {
        GoldenCorpus.records("render").forEach(this::checkRender);

        assertThat(tally.get("equal")).isGreaterThan(250);
    }

    @Test
    void rendersHostileTextAsTextWithTheSameWords() {
        GoldenCorpus.records("hostile").forEach(this::checkRender);

        assertThat(tally.get("same text, hostile literals stay text")).isGreaterThan(50);
    }

    private void checkRender(JsonNode row) {
        boolean expanded = row.path("process_multimodal").asBoolean();
        Conversation conversation;
        RenderedTokens actual;
        try {
            conversation = new GoldenMessages(expanded).conversation(row);
            Qwen3VlRenderer renderer = renderer(row);
            actual = row.path("add_generation_prompt").asBoolean()
                    ? renderer.renderPrompt(conversation)
                    : renderer.renderFinished(conversation);
        } catch (GoldenMessages.Inexpressible e) {
            count("left to the dialect: " + e.getMessage());
            return;
        } catch (RequestException e) {
            count(refusal(row, e));
            return;
        }
        JsonNode expected = row.path("expect");
        assertThat(expected.has("error")).as(name(row)).isFalse();
        if (hasBlankArguments(conversation.messages())) {
            count("arguments without text become {}");
        } else if (spellsSpecialTokens(conversation.messages())
                || spells(row.path("tools").toString())) {
            assertSameText(row, actual, expected);
            count("same text, hostile literals stay text");
        } else if (row.toString().contains("\"content\":[{\"type\":\"text\",\"text\":\"\"}],\"tool_calls\"")) {
            count("an empty text in a list of parts is no content");
        } else {
            assertEqual(row, actual, expected, expanded);
            count("equal");
        }
    }

    /** What the reference shows wrongly or leaves out, ours refuses. */
    private static String refusal(JsonNode row, RequestException refused) {
        if (row.path("expect").has("error")) {
            return "both refuse";
        }
        assertThat(refused.code()).as(name(row)).isEqualTo(ErrorCode.UNRENDERABLE_MESSAGE);
        assertThat(refused.what()).startsWith("message ").contains("system");
        return "refused with its index: late system message, or image in a system message";
    }

    @Test
    void extendsTurnsAsTheReferenceDoes() {
        for (JsonNode row : GoldenCorpus.records("bridge")) {
            checkBridge(row);
        }
        assertThat(tally.get("equal")).isGreaterThan(30);
    }

    private void checkBridge(JsonNode row) {
        boolean expanded = row.path("process_multimodal").asBoolean();
        List<Message> messages;
        try {
            messages = new GoldenMessages(expanded).messages(row.path("new_messages"));
        } catch (GoldenMessages.Inexpressible e) {
            count("left to the dialect: " + e.getMessage());
            return;
        }
        Bridge actual = renderer(row)
                .bridge(
                        new ExpandedIds(ids(row.path("prompt_ids"))),
                        ids(row.path("completion_ids")),
                        images(row.path("previous_mm")),
                        messages);
        JsonNode expected = row.path("expect");
        if (actual instanceof Bridge.Refused refused) {
            assertThat(expected.isNull() || refused.cause() == Bridge.Cause.SYSTEM_IN_TAIL)
                    .as(name(row))
                    .isTrue();
            count((expected.isNull() ? "both refuse: " : "refused: ")
                    + refused.cause().name().toLowerCase(Locale.ROOT));
            return;
        }
        RenderedTokens prompt = ((Bridge.Extended) actual).prompt();
        boolean numbered = row.path("config").path("add_vision_id").asBoolean(false);
        if (numbered && (!expanded || GoldenCorpus.hasTag(row, "mm-omitted"))) {
            count("picture numbers without the earlier images: ours always has them");
        } else if (expected.isNull()) {
            assertThat(row.path("config").path("thinking_retention").asString(""))
                    .as(name(row))
                    .isEqualTo("tool_cycle");
            count("thinking_retention tool_cycle: a setting that ours does not have");
        } else if (spellsSpecialTokens(messages)) {
            assertSameText(row, prompt, expected);
            count("same text, hostile literals stay text");
        } else {
            assertEqual(row, prompt, expected, expanded);
            count("equal");
        }
    }

    @Test
    void readsCompletionsAsTheReferenceDoes() {
        for (JsonNode row : GoldenCorpus.records("parse")) {
            ParsedCompletion actual =
                    renderer(row).parse(new ExpandedIds(ids(row.path("prompt_ids"))), ids(row.path("completion_ids")));
            checkParse(row, actual);
        }
        assertThat(tally.get("equal")).isEqualTo(396);
    }

    private void checkParse(JsonNode row, ParsedCompletion actual) {
        JsonNode expected = row.path("expect");
        if (expected.has("error")) {
            count("the reference raises");
            return;
        }
        String as = name(row);
        assertThat(actual.content()).as(as).isEqualTo(expected.path("content").asString());
        assertThat(actual.reasoning()).as(as).isEqualTo(textOrNull(expected.path("reasoning_content")));
        assertThat(actual.reasoningComplete())
                .as(as)
                .isEqualTo(expected.path("reasoning_complete").asBoolean());
        boolean oddName = GoldenCorpus.hasTag(row, "dev:name-not-string")
                && !actual.toolCalls().isEmpty();
        List<ParsedToolCall> calls = expected.path("tool_calls")
                .valueStream()
                .map(Qwen3VlGoldenTest::call)
                .toList();
        if (oddName) {
            assertThat(actual.toolCalls())
                    .extracting(ParsedToolCall::status)
                    .containsOnly(ParsedToolCall.Status.MISSING_NAME);
            count("a name that is no text is no name");
        } else {
            assertThat(actual.toolCalls()).as(as).isEqualTo(calls);
            count("equal");
        }
    }

    private static ParsedToolCall call(JsonNode call) {
        return new ParsedToolCall(
                call.path("raw").asString(),
                textOrNull(call.path("name")),
                // ours escapes half a surrogate pair, which no wire could carry
                call.path("arguments_json").isString()
                        ? call.path("arguments_json")
                                .asString()
                                .replaceAll("(?<![\\ud800-\\udbff])[\\ud83d](?![\\udc00-\\udfff])", "\\\\ud83d")
                        : null,
                ParsedToolCall.Status.valueOf(call.path("status").asString().toUpperCase(Locale.ROOT)));
    }

    private static @Nullable String textOrNull(JsonNode value) {
        return value.isString() ? value.asString() : null;
    }

    private static void assertEqual(JsonNode row, RenderedTokens actual, JsonNode expected, boolean expanded) {
        String as = name(row);
        assertThat(actual.ids().ids()).as(as).isEqualTo(ids(expected.path("token_ids")));
        assertThat(actual.messageIndices()).as(as).isEqualTo(runs(expected.path("message_indices")));
        assertThat(actual.sampled()).as(as).isEqualTo(mask(expected.path("sampled_mask")));
        assertThat(actual.content()).as(as).isEqualTo(mask(expected.path("is_content")));
        if (expanded && !GoldenCorpus.hasTag(row, "mm-omitted")) {
            assertThat(actual.images()).as(as).isEqualTo(images(expected.path("mm")));
        }
    }

    private static void assertSameText(JsonNode row, RenderedTokens actual, JsonNode expected) {
        TokenIds ids = ids(expected.path("token_ids"));
        assertThat(tokenizer.decode(actual.ids().ids())).as(name(row)).isEqualTo(tokenizer.decode(ids));
        long pads = actual.ids().ids().stream().filter(id -> id == 151_655).count();
        int placed = actual.images().placeholders().stream()
                .mapToInt(range -> range.length())
                .sum();
        long padsOfEarlierTurns = row.path("prompt_ids")
                        .valueStream()
                        .filter(id -> id.asInt() == 151_655)
                        .count()
                + row.path("completion_ids")
                        .valueStream()
                        .filter(id -> id.asInt() == 151_655)
                        .count();
        assertThat(pads).as(name(row)).isLessThanOrEqualTo(placed + padsOfEarlierTurns);
    }

    private static boolean spellsSpecialTokens(List<Message> messages) {
        return messages.stream().anyMatch(message -> spells(text(message)));
    }

    /** Everything that a message prints, joined: a literal may be spread over parts. */
    private static String text(Message message) {
        return switch (message) {
            case Message.SystemMessage system -> text(system.content());
            case Message.UserMessage user -> text(user.content());
            case Message.ToolMessage tool -> text(tool.content());
            case Message.AssistantMessage assistant -> assistant.content() + assistant.toolCalls();
        };
    }

    private static String text(List<ContentPart> parts) {
        StringBuilder text = new StringBuilder();
        for (ContentPart part : parts) {
            text.append(part instanceof ContentPart.Text(String more) ? more : "\ufffc");
        }
        return text.toString();
    }

    private static boolean spells(String text) {
        return LITERAL.matcher(text).find();
    }

    private static boolean hasBlankArguments(List<Message> messages) {
        return messages.stream()
                .anyMatch(message -> message instanceof Message.AssistantMessage assistant
                        && assistant.toolCalls().stream()
                                .anyMatch(call -> call.arguments().isBlank()));
    }

    private static Qwen3VlRenderer renderer(JsonNode row) {
        boolean numbered = row.path("config").path("add_vision_id").asBoolean(false);
        return new Qwen3VlRenderer(tokenizer, new Qwen3VlSettings(numbered));
    }

    private static MultiModalData images(JsonNode mm) {
        List<SidecarImage> images = new ArrayList<>();
        for (JsonNode image : mm.path("image")) {
            images.add(GoldenMessages.named(
                            image.path("image").asString(), image.path("length").asInt())
                    .at(image.path("offset").asInt()));
        }
        return new MultiModalData(images);
    }

    private static TokenIds ids(JsonNode list) {
        return TokenIds.of(list.valueStream().mapToInt(JsonNode::asInt).toArray());
    }

    private static List<Integer> runs(JsonNode runs) {
        List<Integer> values = new ArrayList<>();
        for (JsonNode run : runs) {
            for (int i = 0; i < run.path(1).asInt(); i++) {
                values.add(run.path(0).asInt());
            }
        }
        return values;
    }

    private static TokenMask mask(JsonNode runs) {
        List<Integer> values = runs(runs);
        boolean[] mask = new boolean[values.size()];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = values.get(i) == 1;
        }
        return TokenMask.of(mask);
    }

    private static String name(JsonNode row) {
        return row.path("id").asString() + " " + row.path("tags");
    }

    private void count(String kind) {
        tally.merge(kind, 1, Integer::sum);
    }
}
