package dev.fovea.cli;

import dev.fovea.chat.TrainedTokenizer;
import dev.fovea.families.qwen3vl.Qwen3VlVocabulary;
import dev.fovea.policy.Qwen3VlConfig;
import dev.fovea.policy.RandomCheckpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A Qwen3-VL of the demonstration's size that has learned nothing: a square of 100 x 100 pixels is 4 of its tokens. */
final class TinyCheckpoint {

    private static final String PIXELS = """
            {"image_processor_type": "Qwen2VLImageProcessorFast", "processor_class": "Qwen3VLProcessor",
             "patch_size": 16, "temporal_patch_size": 2, "merge_size": 2,
             "size": {"shortest_edge": 1024, "longest_edge": 4096},
             "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}
            """;

    private TinyCheckpoint() {}

    static Path write(Path folder) {
        TrainedTokenizer tokenizer = Qwen3VlVocabulary.train(List.of("Look at the picture."), 20);
        Map<String, byte[]> files = new TreeMap<>(tokenizer.files(Qwen3VlVocabulary.settings(4096)));
        files.put("preprocessor_config.json", PIXELS.getBytes(StandardCharsets.UTF_8));
        RandomCheckpoint.write(folder, config(tokenizer), 0, files);
        return folder;
    }

    private static Qwen3VlConfig config(TrainedTokenizer tokenizer) {
        return Qwen3VlConfig.demo(
                tokenizer.vocabulary(),
                new Qwen3VlConfig.SpecialTokens(
                        id(tokenizer, "<|image_pad|>"),
                        id(tokenizer, "<|video_pad|>"),
                        id(tokenizer, "<|vision_start|>"),
                        id(tokenizer, "<|vision_end|>"),
                        id(tokenizer, "<|endoftext|>"),
                        id(tokenizer, "<|im_end|>")));
    }

    private static int id(TrainedTokenizer tokenizer, String token) {
        return tokenizer.idOf(token).orElseThrow();
    }

    /** Another checkpoint folder whose files are the same but for one. */
    static Path copy(Path checkpoint, Path target, String name, UnaryOperator<String> change) {
        try {
            Files.createDirectories(target);
            try (var files = Files.list(checkpoint)) {
                for (Path file : files.toList()) {
                    Files.copy(file, target.resolve(file.getFileName()));
                }
            }
            Path changed = target.resolve(name);
            Files.writeString(changed, change.apply(Files.readString(changed)));
            return target;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
