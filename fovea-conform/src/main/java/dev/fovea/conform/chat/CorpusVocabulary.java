package dev.fovea.conform.chat;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.families.qwen.QwenWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Qwen3's words and merges: from a {@code tokenizer.json}, or from the vocabulary that a library on the class path carries. */
final class CorpusVocabulary {

    private CorpusVocabulary() {}

    static BytePairTokenizer open(Path folder, Optional<Path> tokenizer) {
        Path beside = folder.resolve("tokenizer.json");
        if (tokenizer.isPresent()) {
            return BytePairTokenizer.read(tokenizer.get());
        }
        return Files.exists(beside) ? BytePairTokenizer.read(beside) : QwenWords.tokenizer();
    }
}
