package dev.fovea.families.qwenvl;

import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.ProcessorSettings;
import java.nio.file.Files;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * {@code preprocessor_config.json}, or the {@code image_processor} part of {@code processor_config.json} where the former is
 * missing. What transformers itself assumes when absent (the {@code do_*} flags, bicubic, 1/255) may be absent here too, and must
 * hold that value where it is given.
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

    private static final Set<String> LABELS = Set.of("processor_class", "_processor_class", "feature_extractor_type");

    private static final Set<String> TRUE_FLAGS = Set.of("do_resize", "do_rescale", "do_normalize", "do_convert_rgb");

    /** Written by transformers' {@code save_pretrained}; without effect on Qwen's images when null or false. */
    private static final Set<String> UNSET = Set.of(
            "crop_size",
            "default_to_square",
            "device",
            "disable_grouping",
            "do_center_crop",
            "do_pad",
            "image_seq_length",
            "input_data_format",
            "pad_size",
            "return_tensors",
            "size_divisor");

    private static final int BICUBIC = 3;

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
                || LABELS.contains(key)
                || (key.equals("image_processor_type") && PROCESSOR_TYPES.contains(value.asString("")))
                || (TRUE_FLAGS.contains(key) && value.isBoolean() && value.booleanValue())
                || (UNSET.contains(key) && (value.isNull() || (value.isBoolean() && !value.booleanValue())))
                || (key.equals("default_to_square") && value.isBoolean())
                || (key.equals("data_format") && value.asString("").equals("channels_first"))
                || (key.equals("resample") && value.isInt() && value.intValue() == BICUBIC)
                || (key.equals("rescale_factor") && value.isNumber() && value.doubleValue() == 1.0 / 255.0);
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
