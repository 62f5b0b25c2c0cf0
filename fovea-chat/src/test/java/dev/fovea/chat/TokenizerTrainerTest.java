package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.fovea.contract.TokenIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerTrainerTest {

    private static final List<String> TEXTS = List.of(
            "Each square is a letter: red A, green B, black I. Answer with the codeword so far, letters only, no spaces.",
            "1 square.",
            "1 square. The whole codeword has 3 letters.");
    private static final List<AddedToken> ADDED = List.of(
            new AddedToken("<|endoftext|>", true),
            new AddedToken("<|im_end|>", true),
            new AddedToken("<think>", false));

    @TempDir
    private Path folder;

    @Test
    void givesTheIdsOfHuggingFaceForItsOwnVocabulary() throws IOException {
        BytePairTokenizer ours = trained(100);
        Random random = new Random(1);

        try (HuggingFaceTokenizer reference = HuggingFaceTokenizer.builder()
                .optTokenizerPath(folder.resolve("tokenizer.json"))
                .optTruncation(false)
                .optPadding(false)
                .optAddSpecialTokens(false)
                .build()) {
            for (int i = 0; i < 500; i++) {
                String text = i < TEXTS.size()
                        ? TEXTS.get(i)
                        : RandomTexts.text(random).replace("<|im_end|>", "").replace("<think>", "");
                long[] expected = reference.encode(text, false, false).getIds();
                assertThat(ours.encode(text))
                        .isEqualTo(TokenIds.of(Arrays.stream(expected)
                                .mapToInt(Math::toIntExact)
                                .toArray()));
            }
            assertThat(reference.encode("<|im_end|>", false, false).getIds())
                    .containsExactly(ours.specialToken("<|im_end|>").orElseThrow());
        }
    }

    @Test
    void keepsCapitalsApart() {
        BytePairTokenizer ours = trained(1_000);

        assertThat(ours.encode("ABCDEFGHI").size()).isEqualTo(9);
        assertThat(ours.encode("ABC").get(0)).isEqualTo(ours.encode("A").get(0));
        assertThat(ours.encode("red A").get(1)).isNotEqualTo(ours.encode("A").get(0)); // a blank stands between
        assertThat(ours.encode(TEXTS.getFirst()).size())
                .isLessThan(TEXTS.getFirst().length() / 2);
    }

    @Test
    void numbersBytesThenMergesThenAddedTokens() throws IOException {
        BytePairTokenizer ours = trained(40);

        assertThat(ours.vocabulary()).isEqualTo(256 + 40 + 3);
        assertThat(ours.specialToken("<|endoftext|>")).hasValue(296);
        assertThat(ours.specialToken("<think>")).hasValue(298);
        assertThat(ours.encode("\u0000").get(0)).isZero();
        assertThat(Files.readString(folder.resolve("tokenizer_config.json")))
                .contains("\"eos_token\" : \"<|im_end|>\"", "\"chat_template\" : \"{{ x }}\"");
    }

    @Test
    void learnsTheSameFromTheSameTexts() {
        assertThat(TokenizerTrainer.train(TEXTS, 100, ADDED)).isEqualTo(TokenizerTrainer.train(TEXTS, 100, ADDED));
    }

    private BytePairTokenizer trained(int merges) {
        TokenizerTrainer.train(TEXTS, merges, ADDED)
                .write(
                        folder,
                        new TokenizerSettings("Qwen2Tokenizer", "<|im_end|>", "<|endoftext|>", 1_024, "{{ x }}"));
        return BytePairTokenizer.read(folder.resolve("tokenizer.json"));
    }
}
