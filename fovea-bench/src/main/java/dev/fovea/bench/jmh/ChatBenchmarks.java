package dev.fovea.bench.jmh;

import dev.fovea.bench.ChatWorkload;
import dev.fovea.chat.Bridge;
import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.TokenizerSettings;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.Families;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.qwen.QwenWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Every step of a turn's text: encoding, rendering, reading what was sampled, and the way to the next turn. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ChatBenchmarks {

    private static final int LONG = 100_000;

    private final ChatWorkload workload = new ChatWorkload();
    private final BytePairTokenizer tokenizer = tokenizer();
    private final Renderer renderer = Families.named("qwen3").renderer(tokenizer, RendererSettings.defaults());
    private final String text = workload.text(2_000);
    private final Conversation conversation = new Conversation(
            List.of(
                    new Message.SystemMessage(Message.parts(workload.text(500))),
                    new Message.UserMessage(Message.parts(workload.text(60)))),
            List.of());
    private final List<Message> results =
            List.of(new Message.ToolMessage("call_1", null, Message.parts(workload.text(60))));
    private final ExpandedIds longPrompt = longPrompt();
    private final TokenIds completion = tokenizer.encodeMarked(
            workload.text(60) + "\n<tool_call>\n{\"name\": \"search\", \"arguments\": {}}\n</tool_call><|im_end|>");

    @Benchmark
    public TokenIds encode() {
        return tokenizer.encode(text);
    }

    /** Texts are known from the call before, as instructions are in rollouts. */
    @Benchmark
    public RenderedTokens renderAgain() {
        return renderer.renderPrompt(conversation);
    }

    @Benchmark
    public ParsedCompletion parse() {
        return renderer.parse(longPrompt, completion);
    }

    @Benchmark
    public Bridge bridgeBehind100kTokens() {
        return renderer.bridge(longPrompt, completion, MultiModalData.none(), results);
    }

    private ExpandedIds longPrompt() {
        TokenIds ids = tokenizer.encodeMarked("<|im_start|>user\n");
        while (ids.size() < LONG) {
            ids = ids.concat(tokenizer.encode(workload.text(2_000)));
        }
        return new ExpandedIds(ids.concat(tokenizer.encodeMarked("<|im_end|>\n<|im_start|>assistant\n")));
    }

    private static BytePairTokenizer tokenizer() {
        try {
            Path folder = Files.createTempDirectory("fovea-jmh-");
            QwenWords.files()
                    .write(folder, new TokenizerSettings("Qwen2Tokenizer", "<|im_end|>", "<|endoftext|>", 131_072, ""));
            BytePairTokenizer read = BytePairTokenizer.read(folder.resolve("tokenizer.json"));
            for (String file : List.of("tokenizer.json", "tokenizer_config.json")) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.deleteIfExists(folder);
            return read;
        } catch (IOException e) {
            throw new IllegalStateException("the vocabulary cannot be written", e);
        }
    }
}
