package dev.fovea.families.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.Attribution;
import dev.fovea.chat.Bridge;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What must hold between rendering, bridging and parsing, on random conversations. */
class RendererPropertiesTest {

    private static final int ROUNDS = 300;

    /** A turn: a prompt, what was sampled for it, what follows, and all of it rendered at once. */
    private record Turn(RenderedTokens prompt, TokenIds completion, List<Message> next, RenderedTokens whole) {}

    @ParameterizedTest
    @EnumSource
    void aBridgeIsTheFullRenderWhereverThePromptIsItsPrefix(RandomFamily family) {
        Random random = seeded();
        Renderer renderer = family.renderer();
        int compared = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Turn turn = turn(family, renderer, random);
            if (!turn.whole.ids().ids().startsWith(turn.prompt.ids().ids())) {
                continue; // the template rewrites what it showed before
            }
            Bridge bridge = renderer.bridge(turn.prompt.ids(), turn.completion, turn.prompt.images(), turn.next);
            if (bridge instanceof Bridge.Extended(RenderedTokens extended)) {
                assertThat(family.tokenizer().decode(extended.ids().ids()))
                        .isEqualTo(family.tokenizer().decode(turn.whole.ids().ids()));
                assertThat(extended.ids()).isEqualTo(turn.whole.ids());
                assertThat(extended.images()).isEqualTo(turn.whole.images());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(ROUNDS / 5);
    }

    @ParameterizedTest
    @EnumSource
    void whatWasRenderedIsReadBack(RandomFamily family) {
        Random random = seeded();
        Renderer renderer = family.renderer();
        for (int round = 0; round < ROUNDS; round++) {
            RandomChats chats = new RandomChats(random);
            ArrayNode messages = conversation(family, chats);
            RenderedTokens prompt = renderer.renderPrompt(conversation(messages));
            ObjectNode said = chats.assistant(random.nextInt(3));
            if (family.spellsReasoning() && said.path("content").asString().contains("<think>")) {
                continue;
            }
            messages.add(said);
            RenderedTokens finished = renderer.renderFinished(conversation(messages));
            if (!finished.ids().ids().startsWith(prompt.ids().ids())) {
                continue; // empty reasoning is one token where the prompt holds the first half of it
            }
            TokenIds completion = finished.ids()
                    .ids()
                    .slice(prompt.ids().size(), finished.ids().size());

            ParsedCompletion parsed = renderer.parse(prompt.ids(), completion, RandomChats.tools());

            assertReadBack(family, said, parsed);
        }
    }

    private static void assertReadBack(RandomFamily family, ObjectNode said, ParsedCompletion parsed) {
        assertThat(parsed.content())
                .isEqualTo(normal(PythonText.strip(said.path("content").asString())));
        String reasoning =
                normal(PythonText.strip(said.path("reasoning_content").asString()));
        if (family.showsReasoning(said)) {
            assertThat(parsed.reasoning() == null ? "" : parsed.reasoning()).isEqualTo(reasoning);
        }
        assertThat(parsed.reasoningComplete()).isTrue();
        assertThat(parsed.toolCalls()).hasSameSizeAs(said.path("tool_calls").values());
        for (int i = 0; i < parsed.toolCalls().size(); i++) {
            assertThat(parsed.toolCalls().get(i).name()).isEqualTo("f");
            assertThat(parsed.toolCalls().get(i).arguments())
                    .isEqualTo(normal(PythonJson.text(
                            said.path("tool_calls").path(i).path("function").path("arguments"))));
        }
    }

    /** The vocabulary's words are in form C, and so is what is read back. */
    private static String normal(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    @ParameterizedTest
    @EnumSource
    void imagesCoverExactlyThePadsAndRunsCoverEveryToken(RandomFamily family) {
        Random random = seeded();
        Renderer renderer = family.renderer();
        for (int round = 0; round < ROUNDS; round++) {
            RenderedTokens prompt = renderer.renderPrompt(conversation(conversation(family, new RandomChats(random))));

            boolean[] pads = new boolean[prompt.ids().size()];
            for (PlaceholderRange range : prompt.images().placeholders()) {
                Arrays.fill(pads, range.offset(), range.end(), true);
            }
            for (int i = 0; i < pads.length; i++) {
                assertThat(prompt.ids().ids().get(i) == family.imagePad()).isEqualTo(pads[i]);
            }
            int end = 0;
            for (Attribution.Run run : prompt.attribution().runs()) {
                assertThat(run.from()).isEqualTo(end);
                end = run.end();
            }
            assertThat(end).isEqualTo(prompt.ids().size());
        }
    }

    /** No pool of renderers is needed. */
    @ParameterizedTest
    @EnumSource
    void manyThreadsRenderWhatOneRenders(RandomFamily family) throws InterruptedException, ExecutionException {
        Random random = seeded();
        Renderer renderer = family.renderer();
        List<Conversation> conversations = Stream.generate(
                        () -> conversation(conversation(family, new RandomChats(random))))
                .limit(50)
                .toList();
        List<RenderedTokens> expected =
                conversations.stream().map(renderer::renderPrompt).toList();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<RenderedTokens>>> all = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                all.add(threads.submit(
                        () -> conversations.stream().map(renderer::renderPrompt).toList()));
            }
            for (Future<List<RenderedTokens>> one : all) {
                assertThat(one.get()).isEqualTo(expected);
            }
        }
    }

    /** A turn whose completion is what the whole conversation shows of it. */
    private static Turn turn(RandomFamily family, Renderer renderer, Random random) {
        RandomChats chats = new RandomChats(random);
        ArrayNode messages = conversation(family, chats);
        RenderedTokens prompt = renderer.renderPrompt(conversation(messages));
        int answer = messages.size();
        messages.add(chats.assistant(random.nextInt(2)));
        messages.add(withoutImages(family, chats.caller(random.nextInt(3) == 0 ? "user" : "tool")));
        List<Message> all = RandomFamily.messages(messages);
        RenderedTokens whole = renderer.renderPrompt(new Conversation(all, RandomChats.tools()));
        int end = 0;
        for (Attribution.Run run : whole.attribution().runs()) {
            end = run.origin().message() == answer && run.origin().sampled() ? run.end() : end;
        }
        int start = Math.min(prompt.ids().size(), end);
        return new Turn(prompt, whole.ids().ids().slice(start, end), all.subList(answer + 1, all.size()), whole);
    }

    private static ArrayNode conversation(RandomFamily family, RandomChats chats) {
        ArrayNode messages = chats.conversation();
        messages.forEach(message -> withoutImages(family, (ObjectNode) message));
        return messages;
    }

    private static ObjectNode withoutImages(RandomFamily family, ObjectNode message) {
        boolean list = message.path("content").isArray();
        return list && !family.showsImages() ? message.put("content", "no pictures") : message;
    }

    private static Conversation conversation(ArrayNode messages) {
        return new Conversation(RandomFamily.messages(messages), RandomChats.tools());
    }

    private static Random seeded() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        return new Random(seed);
    }
}
