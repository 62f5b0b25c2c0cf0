package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.contract.TokenIds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamDecoderTest {

    private final BytePairTokenizer tokenizer = BytePairTokenizer.read(Qwen3TokenizerFile.path());

    @Test
    void anEmojiComesOnceItIsWhole() {
        TokenIds ids = tokenizer.encode("a👨‍👩‍👧‍👦b");
        StreamDecoder decoder = new StreamDecoder(tokenizer);
        StringBuilder text = new StringBuilder();

        ids.stream().forEach(id -> {
            text.append(decoder.add(id));
            assertThat(text).doesNotContain("\ufffd");
        });

        assertThat(text.append(decoder.end())).hasToString("a👨‍👩‍👧‍👦b");
    }

    @Test
    void piecesOfAnyIdsJoinToWhatAllOfThemAre() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        StreamDecoder decoder = new StreamDecoder(tokenizer);
        for (int round = 0; round < 5_000; round++) {
            // single bytes and their neighbours: broken characters of every kind
            int bound = random.nextBoolean() ? 300 : 152_000;
            TokenIds ids = TokenIds.of(random.ints(random.nextInt(12), 0, bound).toArray());
            StringBuilder text = new StringBuilder();

            ids.stream().forEach(id -> text.append(decoder.add(id)));
            text.append(decoder.end());

            assertThat(text).hasToString(tokenizer.decode(ids));
        }
    }
}
