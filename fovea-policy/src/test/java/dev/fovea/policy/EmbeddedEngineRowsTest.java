package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.engine.Completion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns that end while others go on, at every prompt length: rows change places while a row is exactly full. */
class EmbeddedEngineRowsTest {

    private static final int SHORTEST_PROMPT = 3;
    private static final int LONGEST_PROMPT = 40;
    private static final int CALLERS = 8;

    @TempDir
    private Path temporary;

    @Test
    void noTurnIsLostOrDisturbedWhenAnotherEndsAndItsRowIsTaken() throws Exception {
        Path checkpoint = temporary.resolve("checkpoint");
        RandomCheckpoint.write(checkpoint, TestEpisodes.CONFIG, 3, Map.of());
        try (EmbeddedEngine lone = TestEngines.start(checkpoint, TestEngines.withoutKeptCache())) {
            for (int length = SHORTEST_PROMPT; length <= LONGEST_PROMPT; length++) {
                // a fresh one each time: its rows are then as short as they may be
                try (EmbeddedEngine crowded = TestEngines.start(checkpoint, TestEngines.withoutKeptCache())) {
                    askTogether(crowded, 2);
                    assertUndisturbed(askTogether(crowded, length), lone, length);
                }
            }
        }
    }

    private static List<Future<Completion>> askTogether(EmbeddedEngine engine, int length) throws InterruptedException {
        List<Callable<Completion>> together = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            TokenIds prompt = prompt(length, caller);
            int limit = limit(caller);
            together.add(() -> ask(engine, prompt, limit));
        }
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            return callers.invokeAll(together, 60, TimeUnit.SECONDS);
        }
    }

    private static void assertUndisturbed(List<Future<Completion>> answers, EmbeddedEngine lone, int length)
            throws Exception {
        for (int caller = 0; caller < CALLERS; caller++) {
            Completion alone = ask(lone, prompt(length, caller), limit(caller));
            Completion crowd = answers.get(caller).get();
            assertThat(crowd.ids()).isEqualTo(alone.ids());
            assertThat(crowd.logprobs().toArray())
                    .as("prompt of %d tokens, caller %d", length, caller)
                    .containsExactly(alone.logprobs().toArray(), offset(1e-5));
        }
    }

    /** Half of them end one token after another while the others go on. */
    private static int limit(int caller) {
        return caller % 2 == 0 ? 1 + caller : 12;
    }

    private static Completion ask(EmbeddedEngine engine, TokenIds prompt, int limit) throws InterruptedException {
        return engine.generate(TestRequests.of(prompt, MultiModalData.none(), TestRequests.sampling(limit)));
    }

    private static TokenIds prompt(int length, int caller) {
        int[] ids = new int[length];
        for (int i = 0; i < length; i++) {
            ids[i] = 1 + (i * 7 + caller * 13) % 90;
        }
        return TokenIds.of(ids);
    }
}
