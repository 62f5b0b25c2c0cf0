package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One tokenizer serves every thread: no pool of them is needed. */
class TokenizerUnderLoadTest {

    private static final int THREADS = 32;

    @Test
    void manyThreadsGetTheIdsThatOneGets() throws InterruptedException, ExecutionException {
        Random random = new Random(7);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            texts.add(RandomTexts.text(random) + (i % 4 == 0 ? " long".repeat(400) + i : ""));
        }
        BytePairTokenizer alone = BytePairTokenizer.read(Qwen3TokenizerFile.path());
        List<TokenIds> expected = texts.stream().map(alone::encode).toList();
        BytePairTokenizer shared = BytePairTokenizer.read(Qwen3TokenizerFile.path());

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<TokenIds>>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> texts.stream().map(shared::encode).toList()));
            }
            for (Future<List<TokenIds>> one : all) {
                assertThat(one.get()).isEqualTo(expected);
            }
        }
    }
}
