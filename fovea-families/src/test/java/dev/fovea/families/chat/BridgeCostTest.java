package dev.fovea.families.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.fovea.chat.Bridge;
import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Message;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a bridge allocates is counted and not timed: a copy of the prompt would show at once. */
class BridgeCostTest {

    private static BytePairTokenizer tokenizer;

    @BeforeAll
    static void openTokenizer() {
        tokenizer = BytePairTokenizer.read(Qwen3TokenizerFile.path());
    }

    @ParameterizedTest
    @EnumSource
    void aBridgeAllocatesNoMoreBehindALongPrompt(RandomFamily family) {
        Renderer renderer = family.renderer(tokenizer);
        ExpandedIds few = prompt(1_000);
        ExpandedIds many = prompt(100_000);
        allocated(renderer, few);
        allocated(renderer, many);

        long behindFew = allocated(renderer, few);
        long behindMany = allocated(renderer, many);

        assertThat(behindMany).isLessThan(behindFew + behindFew / 5);
    }

    private static long allocated(Renderer renderer, ExpandedIds prompt) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        TokenIds completion = tokenizer.encodeMarked("</think>Fine.<|im_end|>");
        List<Message> next = List.of(new Message.ToolMessage("c", null, Message.parts("Twenty degrees.")));
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            assertThat(renderer.bridge(prompt, completion, MultiModalData.none(), next) instanceof Bridge.Extended)
                    .isTrue();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static ExpandedIds prompt(int size) {
        TokenIds end = tokenizer.encodeMarked("<|im_end|>\n<|im_start|>assistant\n");
        TokenIds words = tokenizer.encode("word ".repeat(size));
        return new ExpandedIds(words.slice(0, size - end.size()).concat(end));
    }
}
