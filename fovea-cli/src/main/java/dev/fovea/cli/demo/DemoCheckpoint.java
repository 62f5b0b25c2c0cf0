package dev.fovea.cli.demo;

import dev.fovea.chat.TrainedTokenizer;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.examples.colorcodeword.CodewordPlayer;
import dev.fovea.families.Families;
import dev.fovea.families.qwen3vl.Qwen3VlVocabulary;
import dev.fovea.policy.CheckpointFolder;
import dev.fovea.policy.Qwen3VlConfig;
import dev.fovea.policy.RandomCheckpoint;
import dev.fovea.vision.ImageProcessor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes the folder that the demonstration starts from: a small Qwen3-VL that has learned nothing. */
final class DemoCheckpoint {

    private static final int MERGES = 107;
    private static final int CONTEXT_TOKENS = 32_768;

    /** 4,096 pixels are 64 x 64, so that a square of 100 x 100 becomes 4 tokens. */
    private static final String PIXELS = """
            {
              "image_processor_type": "Qwen2VLImageProcessorFast",
              "processor_class": "Qwen3VLProcessor",
              "patch_size": 16,
              "temporal_patch_size": 2,
              "merge_size": 2,
              "size": {"shortest_edge": 1024, "longest_edge": 4096},
              "image_mean": [0.5, 0.5, 0.5],
              "image_std": [0.5, 0.5, 0.5]
            }
            """;

    private static final String VIDEO_PIXELS = PIXELS.replace(
            "\"image_processor_type\": \"Qwen2VLImageProcessorFast\"",
            "\"video_processor_type\": \"Qwen3VLVideoProcessor\"");

    /** Any size that both files agree on. */
    private static final ImageSize SQUARE = new ImageSize(100, 100);

    private DemoCheckpoint() {}

    static void write(Path folder, long seed, int imagesPerTurn) {
        if (Files.exists(folder)) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "checkpoint folder " + folder + " exists already",
                    "choose another --out, or remove it");
        }
        TrainedTokenizer tokenizer = Qwen3VlVocabulary.train(CodewordPlayer.texts(imagesPerTurn), MERGES);
        Map<String, byte[]> files = new TreeMap<>(tokenizer.files(Qwen3VlVocabulary.settings(CONTEXT_TOKENS)));
        files.put("preprocessor_config.json", PIXELS.getBytes(StandardCharsets.UTF_8));
        files.put("video_preprocessor_config.json", VIDEO_PIXELS.getBytes(StandardCharsets.UTF_8));
        RandomCheckpoint.write(folder.toAbsolutePath(), config(tokenizer), seed, files);
    }

    /**
     * Reads all of a folder that the user brought, weights included.
     *
     * @throws SetupException saying what is wrong with it
     */
    static void check(Path folder) {
        ImageProcessor pixels = Families.open(folder).imageProcessor();
        CheckpointFolder model = CheckpointFolder.open(folder);
        model.check();
        Qwen3VlConfig.Vision vision = model.config().vision();
        ImageLayout square = pixels.layout(SQUARE);
        int patchWidth = vision.channels() * vision.temporalPatch() * vision.patch() * vision.patch();
        if (pixels.patchWidth() != patchWidth
                || square.grid().patches() != square.placeholderLength() * vision.merge() * vision.merge()) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    "checkpoint " + folder
                            + ": preprocessor_config.json cuts other patches, or merges them otherwise, than"
                            + " config.json says",
                    "take both files from one model");
        }
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
        return tokenizer
                .idOf(token)
                .orElseThrow(() -> new IllegalStateException("the family's vocabulary lacks " + token));
    }
}
