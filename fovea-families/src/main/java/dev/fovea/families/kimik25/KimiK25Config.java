package dev.fovea.families.kimik25;

import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.ProcessorSettings;
import dev.fovea.families.TransformersKeys;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * {@code preprocessor_config.json} in either of two forms: {@code media_proc_cfg}, as the model's own code and vLLM read it, or what
 * transformers' native class saves.
 */
final class KimiK25Config {

    private static final String FILE = "preprocessor_config.json";

    /** Names of classes and of the model's own code; they decide no pixel. */
    private static final Set<String> LABELS =
            Set.of("auto_map", "image_processor_type", "processor_class", "feature_extractor_type", "config_type");

    private static final Set<String> SETTINGS = Set.of(
            "in_patch_limit",
            "patch_size",
            "image_mean",
            "image_std",
            "merge_kernel_size",
            "fixed_output_tokens",
            "patch_limit_on_one_side");

    /** About videos alone. */
    private static final Set<String> VIDEO = Set.of(
            "in_patch_limit_each_frame",
            "in_patch_limit_video",
            "fixed_output_tokens_each_frame",
            "sample_fps",
            "max_num_frames_each_video",
            "temporal_merge_kernel_size",
            "timestamp_mode");

    private static final String NATIVE_TYPE = "Kimi_K25ImageProcessor";

    private static final Set<String> NATIVE =
            Set.of("max_patches", "patch_size", "merge_size", "size", "image_mean", "image_std");

    private KimiK25Config() {}

    static KimiK25Settings read(CheckpointFolder checkpoint) {
        ProcessorSettings file = ProcessorSettings.of(
                checkpoint.settings(FILE), checkpoint.file(FILE).toString());
        @Nullable JsonNode type = file.get("image_processor_type");
        return type != null && type.asString("").equals(NATIVE_TYPE) ? ofTransformers(file) : ofModel(file);
    }

    private static KimiK25Settings ofTransformers(ProcessorSettings file) {
        file.requireUnderstood((key, value) ->
                NATIVE.contains(key) || key.equals("image_processor_type") || TransformersKeys.isUsual(key, value));
        return new KimiK25Settings(
                file.positive("patch_size"),
                file.positive("merge_size"),
                file.positive("max_patches"),
                sideLimit(file.object("size")),
                null,
                file.channels("image_mean"),
                file.channels("image_std"));
    }

    /** The class itself refuses sides that differ. */
    private static int sideLimit(ProcessorSettings size) {
        int height = size.positive("max_height");
        size.requireUnderstood((key, value) ->
                key.equals("max_height") || (key.equals("max_width") && value.isInt() && value.intValue() == height));
        return Math.min(height, size.positive("max_width"));
    }

    private static KimiK25Settings ofModel(ProcessorSettings file) {
        file.requireUnderstood((key, value) -> key.equals("media_proc_cfg") || LABELS.contains(key));
        ProcessorSettings settings = file.object("media_proc_cfg");
        settings.requireUnderstood(
                (key, value) -> SETTINGS.contains(key) || VIDEO.contains(key) || LABELS.contains(key));
        return new KimiK25Settings(
                settings.positive("patch_size"),
                mergeSize(settings),
                settings.positive("in_patch_limit"),
                settings.positive("patch_limit_on_one_side"),
                fixedTokens(settings),
                settings.channels("image_mean"),
                settings.channels("image_std"));
    }

    /** One number, or one a side; sides that differ would need a rule that no reference has. */
    private static int mergeSize(ProcessorSettings settings) {
        @Nullable JsonNode value = settings.get("merge_kernel_size");
        boolean pair = value != null
                && value.isArray()
                && value.size() == 2
                && value.get(0).equals(value.get(1));
        return settings.positive("merge_kernel_size", pair && value != null ? value.get(0) : value);
    }

    private static @Nullable Integer fixedTokens(ProcessorSettings settings) {
        @Nullable JsonNode value = settings.get("fixed_output_tokens");
        return value != null && value.isNull() ? null : Integer.valueOf(settings.positive("fixed_output_tokens"));
    }
}
