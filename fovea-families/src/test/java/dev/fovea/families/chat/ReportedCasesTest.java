package dev.fovea.families.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.CompletionStream;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.ToolCall;
import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.Families;
import dev.fovea.families.RendererSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What users of other systems reported about reading completions, as it must be here. */
class ReportedCasesTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static BytePairTokenizer tokenizer;

    @BeforeAll
    static void openTokenizer() {
        tokenizer = BytePairTokenizer.read(Qwen3TokenizerFile.path());
    }

    @Test
    void aTextParameterLosesOneFramingNewlineAtEachSideAndNothingElse() throws IOException {
        JsonNode reported = reported("009-parameter-whitespace");
        Renderer renderer = renderer(reported.at("/input/family").asString());
        List<JsonNode> tools = reported.at("/input/tools").values().stream().toList();

        ParsedCompletion parsed = renderer.parse(
                prompt(reported.at("/input/prompt_tail").asString()),
                tokenizer.encodeMarked(reported.at("/input/completion_text").asString()),
                tools);

        ParsedToolCall call = parsed.toolCalls().getFirst();
        assertThat(call.status()).isEqualTo(ParsedToolCall.Status.OK);
        assertThat(JSON.readTree(call.arguments())).isEqualTo(reported.at("/expect/tool_calls/0/arguments"));
    }

    @Test
    void parametersAreWrittenAsTheyWereRead() throws IOException {
        JsonNode reported = reported("009-parameter-whitespace");
        JsonNode again = reported.at("/expect/rendered_again");
        Renderer renderer = renderer(reported.at("/input/family").asString());
        Message asked = new Message.UserMessage(Message.parts("edit"));
        Message said = new Message.AssistantMessage(
                "", null, List.of(new ToolCall("c", "edit", again.path("of").toString())));

        TokenIds ids = renderer.renderFinished(new Conversation(List.of(asked, said), List.of()))
                .ids()
                .ids();

        assertThat(tokenizer.decode(ids)).contains(again.path("text_has").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with_call", "never_closed"})
    void aClosingThinkTagIsSeenHoweverTheIdsAreDelivered(String variant) throws IOException {
        JsonNode reported = reported("010-think-tag-any-chunking");
        Renderer renderer = renderer(reported.at("/input/family").asString());
        JsonNode completion = reported.at("/input/completions").path(variant);
        JsonNode expected = reported.path("expect").path(variant);
        ExpandedIds prompt = prompt(completion.path("prompt_tail").asString());
        TokenIds ids = tokenizer.encodeMarked(completion.path("text").asString());

        for (List<TokenIds> delivery : deliveries(ids)) {
            Told told = deliver(renderer.stream(prompt, List.of()), delivery);

            assertThat(told.reasoning.toString())
                    .isEqualTo(expected.path("reasoning").asString());
            assertThat(told.content.toString())
                    .isEqualTo(expected.path("content").asString());
            assertThat(told.calls).isEqualTo(expected.path("tool_calls").asInt());
        }
    }

    @Test
    void charactersSpreadOverTokensReachStreamsWhole() throws IOException {
        String text =
                reported("011-emoji-across-tokens").at("/input/completion_text").asString();
        Renderer renderer = renderer("qwen3-vl");
        ExpandedIds prompt = prompt("<|im_start|>assistant\n");
        TokenIds ids = tokenizer.encode(text);

        for (int cut = 1; cut <= ids.size(); cut++) {
            TokenIds kept = ids.slice(0, cut);
            Told told = deliver(renderer.stream(prompt, List.of()), oneByOne(kept));

            assertThat(told.content.toString())
                    .isEqualTo(renderer.parse(prompt, kept).content());
            assertThat(told.deltas).noneMatch(delta -> delta.codePoints().anyMatch(ReportedCasesTest::isLoneSurrogate));
        }
        assertThat(deliver(renderer.stream(prompt, List.of()), oneByOne(ids))
                        .content
                        .toString())
                .isEqualTo(text);
    }

    /** Pairs are one code point; what is left of the range stands alone. */
    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static final class Told {
        private final StringBuilder reasoning = new StringBuilder();
        private final StringBuilder content = new StringBuilder();
        private final List<String> deltas = new ArrayList<>();
        private int calls;

        private void add(CompletionStream.Delta delta) {
            reasoning.append(delta.reasoning());
            content.append(delta.content());
            deltas.add(delta.content());
            calls += delta.toolCalls().size();
        }
    }

    private static Told deliver(CompletionStream stream, List<TokenIds> pieces) {
        Told told = new Told();
        pieces.forEach(piece -> told.add(stream.push(piece)));
        told.add(stream.end());
        return told;
    }

    private static List<List<TokenIds>> deliveries(TokenIds ids) {
        List<List<TokenIds>> deliveries = new ArrayList<>();
        deliveries.add(List.of(ids));
        deliveries.add(oneByOne(ids));
        for (int cut = 1; cut < ids.size(); cut++) {
            deliveries.add(List.of(ids.slice(0, cut), ids.slice(cut, ids.size())));
        }
        return deliveries;
    }

    private static List<TokenIds> oneByOne(TokenIds ids) {
        List<TokenIds> pieces = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            pieces.add(ids.slice(i, i + 1));
        }
        return pieces;
    }

    private static ExpandedIds prompt(String tail) {
        return new ExpandedIds(tokenizer.encodeMarked(tail));
    }

    private static Renderer renderer(String family) {
        ObjectNode none = (ObjectNode) PythonJson.read("{}").orElseThrow();
        return Families.named(family).renderer(tokenizer, RendererSettings.of(none));
    }

    private static JsonNode reported(String name) throws IOException {
        try (InputStream in = ReportedCasesTest.class.getResourceAsStream("/cases/" + name + ".json")) {
            return JSON.readTree(java.util.Objects.requireNonNull(in, name));
        }
    }
}
