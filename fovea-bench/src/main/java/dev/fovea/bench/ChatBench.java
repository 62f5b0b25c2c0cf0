package dev.fovea.bench;

import dev.fovea.chat.Bridge;
import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.ChatJson;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.TokenizerSettings;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.Families;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.qwen.QwenWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Rendering and bridging on one core, beside the Python reference on the same conversations and the same tokenizer. */
public final class ChatBench {

    private static final int SHORT = 1_000;
    private static final int LONG = 100_000;

    private final Path folder;
    private final Renderer renderer;
    private final BytePairTokenizer tokenizer;
    private final ChatFigures.Builder figures = new ChatFigures.Builder();

    private ChatBench(Path folder) {
        this.folder = folder;
        QwenWords.files()
                .write(folder, new TokenizerSettings("Qwen2Tokenizer", "<|im_end|>", "<|endoftext|>", 131_072, ""));
        this.tokenizer = BytePairTokenizer.read(folder.resolve("tokenizer.json"));
        this.renderer = Families.named("qwen3")
                .renderer(tokenizer, RendererSettings.defaults().with("thinking_retention", "all"));
    }

    /**
     * Measures.
     *
     * @param python the interpreter that has the reference; where it is not there, or lacks it, the figures say so
     * @throws IOException where no temporary folder can be written
     */
    public static ChatFigures measure(Optional<Path> python) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("fovea-bench-chat");
        try {
            return new ChatBench(folder).run(python);
        } finally {
            for (String file : List.of("tokenizer.json", "tokenizer_config.json", "workload.json", "reference.py")) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.deleteIfExists(folder);
        }
    }

    private ChatFigures run(Optional<Path> python) throws IOException, InterruptedException {
        ChatWorkload source = new ChatWorkload();
        ObjectNode workload = JsonMapper.shared().createObjectNode();
        workload.set("fresh", source.fresh());
        workload.set("repeated", source.repeated());
        workload.set("bridge_1k", source.bridge(prompt(source, SHORT), completion(source)));
        workload.set("bridge_100k", source.bridge(prompt(source, LONG), completion(source)));
        JsonMapper.shared().writeValue(folder.resolve("workload.json"), workload);
        for (String name : List.of("fresh", "repeated")) {
            JsonNode work = workload.path(name);
            figures.ours(name, each(work, chat -> conversation(chat, work.path("tools")), this::tokens));
            Conversation first = conversation(work.path("rounds").path(0).path(0), work.path("tools"));
            figures.digest(name, digest(renderer.renderPrompt(first).ids().ids()));
            figures.tokens(name, renderer.renderPrompt(first).ids().size());
        }
        bridges(workload);
        python.ifPresentOrElse(
                interpreter -> figures.reference(ChatReference.run(interpreter, folder)),
                () -> figures.missing("no interpreter was given"));
        return figures.build();
    }

    /** Short and long prompts take turns, so that whatever else the machine does hits both. */
    private void bridges(ObjectNode workload) {
        Map<String, Rounds<List<Message>>> both = new LinkedHashMap<>();
        for (String name : List.of("bridge_1k", "bridge_100k")) {
            JsonNode work = workload.path(name);
            ExpandedIds prompt = new ExpandedIds(ids(work.path("prompt")));
            TokenIds completion = ids(work.path("completion"));
            both.put(
                    name,
                    new Rounds<>(
                            work,
                            this::messages,
                            messages -> extended(prompt, completion, messages).size()));
            List<Message> first = messages(work.path("rounds").path(0).path(0));
            figures.digest(name, digest(extended(prompt, completion, first)));
        }
        both.values().forEach(Rounds::warm);
        for (int round = 0; round < ChatWorkload.ROUNDS; round++) {
            int turn = round;
            both.values().forEach(rounds -> rounds.run(turn));
        }
        both.forEach((name, rounds) -> {
            figures.ours(name, rounds.median());
            figures.thread(name, rounds.fastest());
        });
    }

    /** A conversation with its own tools, or those that all share. */
    private Conversation conversation(JsonNode chat, JsonNode shared) {
        JsonNode tools = chat.path("tools").isEmpty() ? shared : chat.path("tools");
        return new Conversation(
                messages(chat.path("messages")), tools.valueStream().toList());
    }

    private List<Message> messages(JsonNode list) {
        return reader().messages(list);
    }

    private static ChatJson reader() {
        return new ChatJson((image, place) -> {
            throw new IllegalStateException("the workload has no images");
        });
    }

    private int tokens(Conversation conversation) {
        return renderer.renderPrompt(conversation).ids().size();
    }

    private TokenIds extended(ExpandedIds prompt, TokenIds completion, List<Message> messages) {
        return switch (renderer.bridge(prompt, completion, MultiModalData.none(), messages)) {
            case Bridge.Extended extended -> extended.prompt().ids().ids();
            case Bridge.Refused refused -> throw new IllegalStateException("refused: " + refused.cause());
        };
    }

    /** A prompt of so many tokens that ends as a turn's prompt does. */
    private TokenIds prompt(ChatWorkload source, int size) {
        TokenIds ids = tokenizer.encodeMarked("<|im_start|>user\n");
        TokenIds end = tokenizer.encodeMarked("<|im_end|>\n<|im_start|>assistant\n");
        while (ids.size() < size) {
            ids = ids.concat(tokenizer.encode(source.text(2_000)));
        }
        return TokenIds.of(ids.slice(0, size - end.size()).concat(end).toArray());
    }

    private TokenIds completion(ChatWorkload source) {
        return tokenizer.encodeMarked(
                source.text(60) + "\n<tool_call>\n{\"name\": \"search\", \"arguments\": {}}\n</tool_call><|im_end|>");
    }

    /** CPU seconds for one item. */
    private static <T> double each(JsonNode work, Function<JsonNode, T> read, Function<T, Integer> run) {
        Rounds<T> rounds = new Rounds<>(work, read, run);
        rounds.warm();
        for (int round = 0; round < ChatWorkload.ROUNDS; round++) {
            rounds.run(round);
        }
        return rounds.median();
    }

    private static TokenIds ids(JsonNode list) {
        return TokenIds.of(list.valueStream().mapToInt(JsonNode::asInt).toArray());
    }

    private static String digest(TokenIds ids) {
        String text = Arrays.toString(ids.toArray()).replace(" ", "");
        return ImageHash.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
