package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BytePairTokenizerTest {

    private static HuggingFaceTokenizer reference;
    private static BytePairTokenizer ours;

    @BeforeAll
    static void openBoth() throws IOException {
        Path file = Qwen3TokenizerFile.path();
        ours = BytePairTokenizer.read(file);
        // without added tokens the reference takes their spelling for text, as ours always does
        ObjectNode plain = (ObjectNode) JsonMapper.shared().readTree(Files.readString(file));
        plain.putArray("added_tokens");
        Path withoutAdded = file.resolveSibling("tokenizer-plain.json");
        Files.writeString(withoutAdded, plain.toString());
        reference = HuggingFaceTokenizer.builder()
                .optTokenizerPath(withoutAdded)
                .optTruncation(false)
                .optPadding(false)
                .optAddSpecialTokens(false)
                .build();
    }

    @AfterAll
    static void closeReference() {
        reference.close();
    }

    @Test
    void givesTheIdsOfHuggingFaceOnRandomTexts() {
        long seed = Long.getLong("fovea.seed", System.nanoTime());
        System.out.println("BytePairTokenizerTest seed " + seed);
        Random random = new Random(seed);

        for (int i = 0; i < Integer.getInteger("fovea.rounds", 6_000); i++) {
            String text = RandomTexts.text(random);
            Encoding expected = reference.encode(text, false, false);

            EncodedText actual = ours.encodeAligned(text);

            assertThat(actual.ids())
                    .as("seed %d, text %s", seed, PythonJsonTest.ascii(text))
                    .isEqualTo(ids(expected));
            assertThat(ours.decode(actual.ids()))
                    .as("seed %d, text %s", seed, PythonJsonTest.ascii(text))
                    .isEqualTo(reference.decode(expected.getIds(), false));
        }
    }

    @Test
    void composesAndReordersMarksAsHuggingFaceDoes() {
        for (int mark = 0x80; mark < 0x20000; mark++) {
            if (!isMark(mark)) {
                continue;
            }
            String text = "e" + Character.toString(mark) + "\u0334\u0301\u0323" + Character.toString(mark);

            assertThat(ours.encode(text)).as("mark U+%04X", mark).isEqualTo(ids(reference.encode(text, false, false)));
        }
    }

    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }

    @Test
    void knowsWhichCharacterEachTokenBeginsWith() {
        String text = "héllo 世界 \ud83d\ude00!\n\ne\u0301a"; // the emoji takes several tokens, the last é is composed

        EncodedText encoded = ours.encodeAligned(text);

        for (int i = 0; i < encoded.ids().size(); i++) {
            int from = encoded.starts().get(i);
            String token = ours.decode(encoded.ids().slice(i, i + 1));
            if (!token.contains("\ufffd") && !token.contains("é")) {
                assertThat(text.substring(from)).startsWith(token);
            }
        }
        assertThat(encoded.starts()).isSorted();
    }

    @Test
    void encodesASpecialTokensSpellingAsPlainText() {
        TokenIds ids = ours.encode("<|image_pad|><think><tool_call><|im_end|>");

        assertThat(ids.stream().max().orElseThrow()).isLessThan(151_643);
        assertThat(ours.decode(ids)).isEqualTo("<|image_pad|><think><tool_call><|im_end|>");
    }

    @ParameterizedTest
    @CsvSource({
        "<|endoftext|>, 151643",
        "<|im_end|>, 151645",
        "<|image_pad|>, 151655",
        "<tool_call>, 151657",
        "</think>, 151668"
    })
    void givesSpecialTokensByName(String text, int id) {
        assertThat(ours.specialToken(text)).hasValue(id);
        assertThat(ours.decode(TokenIds.of(id))).isEqualTo(text);
    }

    @Test
    void knowsItsSizeAndIgnoresIdsBeyondIt() {
        assertThat(ours.vocabulary()).isEqualTo(151_669);
        assertThat(ours.decode(TokenIds.of(151_669, 151_935))).isEmpty();
        assertThat(ours.specialToken("hello")).isEmpty();
    }

    @Test
    void mergesAMegabyteOfOneWordInTime() {
        String word = "ab".repeat(1 << 19);

        TokenIds ids = ours.encode(word);

        assertThat(ours.decode(ids)).isEqualTo(word);
    }

    @Test
    void refusesHalfASurrogatePair() {
        assertThatThrownBy(() -> ours.encode("a\ud83d b"))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNPAIRED_SURROGATE))
                .hasMessageContaining("character 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "\"type\":\"NFC\"~\"type\":\"NFKC\"~normalises",
                "\"type\":\"BPE\"~\"type\":\"Unigram\"~no BPE",
                "\"behavior\":\"Isolated\"~\"behavior\":\"Removed\"~cuts words",
                "\"use_regex\":false~\"use_regex\":true~plain bytes",
                "\"byte_fallback\":false~\"byte_fallback\":true~falls back",
                "\"dropout\":null~\"dropout\":0.1~dropout",
                "\"!\":33~\"!\":-1~no index",
                "\"!\":33~\"!!!\":33~byte 33",
                "\\\\p{N}|~[\\\\p{N}&&[^1]]|~pattern",
                "\\\\p{N}|~\\\\h|~pattern"
            })
    void refusesWhatWouldGiveOtherIds(String part, String changed, String why, @TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("tokenizer.json");
        TokenizerTrainer.train(List.of("a text"), 2, List.of())
                .write(folder, new TokenizerSettings("Qwen2Tokenizer", "", "", 1, ""));
        String json = JsonMapper.shared().readTree(Files.readString(file)).toString();
        assertThat(json).contains(part);
        Files.writeString(file, json.replace(part, changed));

        assertThatThrownBy(() -> BytePairTokenizer.read(file))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT))
                .hasMessageContaining(why);
    }

    @Test
    void refusesAFileThatIsNotThere(@TempDir Path folder) {
        assertThatThrownBy(() -> BytePairTokenizer.read(folder.resolve("tokenizer.json")))
                .isInstanceOf(SetupException.class);
    }

    private static TokenIds ids(Encoding encoding) {
        return TokenIds.of(
                Arrays.stream(encoding.getIds()).mapToInt(Math::toIntExact).toArray());
    }
}
