package dev.fovea.families.qwen;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Tiktoken;
import dev.fovea.chat.TrainedTokenizer;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Qwen3's words and merges without a checkpoint: a library on the class path carries the vocabulary. For checks and benchmarks;
 * a model is always opened with its own tokenizer.
 */
public final class QwenWords {

    /** At the root of {@code com.alibaba:dashscope-sdk-java}; its vocabulary is Qwen3's, entry by entry. */
    private static final String RESOURCE = "/qwen.tiktoken";

    private static final String SPLIT =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                    + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private QwenWords() {}

    /**
     * The tokenizer, without added tokens.
     *
     * @throws SetupException where the library is not there
     */
    public static BytePairTokenizer tokenizer() {
        return read(in -> Tiktoken.read(in, SPLIT, Map.of()));
    }

    /** The files of a checkpoint with these words and the special tokens of a vision model. */
    public static TrainedTokenizer files() {
        return read(in -> Tiktoken.trained(in, QwenTokens.REQUIRED));
    }

    private interface Reading<T> {
        T read(InputStream in) throws IOException;
    }

    private static <T> T read(Reading<T> reading) {
        try (InputStream in = QwenWords.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        "no vocabulary: the class path holds no " + RESOURCE,
                        "give Qwen3's tokenizer.json");
            }
            return reading.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
