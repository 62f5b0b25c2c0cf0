package dev.fovea.families.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.fovea.chat.Bridge;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a bridge allocates is counted and not timed: a copy of the prompt would show at once. */
class BridgeCostTest {

    @ParameterizedTest
    @EnumSource
    void aBridgeAllocatesNoMoreBehindALongPrompt(RandomFamily family) {
        ExpandedIds few = prompt(family, 1_000);
        ExpandedIds many = prompt(family, 100_000);
        allocated(family, few);
        allocated(family, many);

        long behindFew = allocated(family, few);
        long behindMany = allocated(family, many);

        assertThat(behindMany).isLessThan(behindFew + behindFew / 5);
    }

    private static long allocated(RandomFamily family, ExpandedIds prompt) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Renderer renderer = family.renderer();
        TokenIds completion = family.tokenizer()
                .encodeMarked("</think>Fine.")
                .concat(TokenIds.of(renderer.stopTokenIds().iterator().next()));
        List<Message> next = List.of(new Message.ToolMessage("c", null, Message.parts("Twenty degrees.")));
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            assertThat(renderer.bridge(prompt, completion, MultiModalData.none(), next) instanceof Bridge.Extended)
                    .isTrue();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** So many words, and the end of a real prompt. */
    private static ExpandedIds prompt(RandomFamily family, int size) {
        TokenIds end = family.renderer()
                .renderPrompt(new Conversation(List.of(new Message.UserMessage(Message.parts("How warm?"))), List.of()))
                .ids()
                .ids();
        TokenIds words = family.tokenizer().encode("word ".repeat(size));
        return new ExpandedIds(words.slice(0, size - end.size()).concat(end));
    }
}
