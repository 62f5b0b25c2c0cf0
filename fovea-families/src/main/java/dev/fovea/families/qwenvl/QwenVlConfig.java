package dev.fovea.families.qwenvl;

import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.ProcessorSettings;
import dev.fovea.families.TransformersKeys;
import java.nio.file.Files;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * {@code preprocessor_config.json}, or the {@code image_processor} part of {@code processor_config.json} where the former is
 * missing.
 */
final class QwenVlConfig {

    private static final String FILE = "preprocessor_config.json";
    private static final String COMBINED_FILE = "processor_config.json";

    private static final Set<String> SETTINGS = Set.of(
            "min_pixels",
            "max_pixels",
            "size",
            "patch_size",
            "temporal_patch_size",
            "merge_size",
            "image_mean",
            "image_std");

    /** Names that Qwen's checkpoints carry; all of them mean the one processor. */
    private static final Set<String> PROCESSOR_TYPES = Set.of(
            "Qwen2VLImageProcessor",
            "Qwen2VLImageProcessorFast",
            "Qwen2VLImageProcessorPil",
            "Qwen2_5_VLImageProcessor");

    private final ProcessorSettings settings;

    private QwenVlConfig(ProcessorSettings settings) {
        this.settings = settings;
    }

    static QwenVlConfig read(CheckpointFolder checkpoint) {
        if (Files.exists(checkpoint.file(FILE)) || !Files.exists(checkpoint.file(COMBINED_FILE))) {
            return new QwenVlConfig(ProcessorSettings.of(
                    checkpoint.settings(FILE), checkpoint.file(FILE).toString()));
        }
        return new QwenVlConfig(ProcessorSettings.of(
                        checkpoint.settings(COMBINED_FILE),
                        checkpoint.file(COMBINED_FILE).toString())
                .object("image_processor"));
    }

    QwenVlSettings settings() {
        settings.requireUnderstood(QwenVlConfig::isUnderstood);
        return new QwenVlSettings(
                settings.positive("patch_size"),
                settings.positive("temporal_patch_size"),
                settings.positive("merge_size"),
                pixels("min_pixels", "shortest_edge"),
                pixels("max_pixels", "longest_edge"),
                settings.channels("image_mean"),
                settings.channels("image_std"));
    }

    private static boolean isUnderstood(String key, JsonNode value) {
        return SETTINGS.contains(key)
                || TransformersKeys.isUsual(key, value)
                || (key.equals("image_processor_type") && PROCESSOR_TYPES.contains(value.asString("")));
    }

    /** The explicit bound first; {@code size} is misnamed, its edges are pixel counts as well. */
    private int pixels(String key, String edge) {
        JsonNode explicit = settings.get(key);
        if (explicit != null && !explicit.isNull()) {
            return settings.positive(key, explicit);
        }
        @Nullable JsonNode size = settings.get("size");
        return settings.positive(key + " or size." + edge, size == null ? null : size.get(edge));
    }
}
