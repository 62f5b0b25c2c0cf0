package dev.fovea.conform.chat;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Tiktoken;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Qwen3's words and merges: from a {@code tokenizer.json}, or from the vocabulary that a library on the class path carries. */
final class CorpusVocabulary {

    /** At the root of {@code com.alibaba:dashscope-sdk-java}; its vocabulary is Qwen3's, entry by entry. */
    private static final String RESOURCE = "/qwen.tiktoken";

    private static final String SPLIT =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                    + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private CorpusVocabulary() {}

    static BytePairTokenizer open(Path folder, Optional<Path> tokenizer) {
        Path beside = folder.resolve("tokenizer.json");
        if (tokenizer.isPresent()) {
            return BytePairTokenizer.read(tokenizer.get());
        }
        return Files.exists(beside) ? BytePairTokenizer.read(beside) : fromClassPath();
    }

    private static BytePairTokenizer fromClassPath() {
        try (InputStream in = CorpusVocabulary.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        "no vocabulary: the folder holds no tokenizer.json, and the class path no " + RESOURCE,
                        "give Qwen3's tokenizer.json with --tokenizer");
            }
            return Tiktoken.read(in, SPLIT, Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
