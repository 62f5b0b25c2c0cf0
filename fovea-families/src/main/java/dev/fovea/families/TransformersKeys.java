package dev.fovea.families;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Keys that transformers' {@code save_pretrained} writes for any image processor. What it assumes when absent (the {@code do_*}
 * flags, bicubic, 1/255) may be absent, and must hold that value where it is given.
 */
public final class TransformersKeys {

    private static final Set<String> LABELS = Set.of("processor_class", "_processor_class", "feature_extractor_type");

    private static final Set<String> TRUE_FLAGS = Set.of("do_resize", "do_rescale", "do_normalize", "do_convert_rgb");

    /** Without effect when null or false. */
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

    private TransformersKeys() {}

    /** Whether a member is one of them, and holds what the families here do anyway. */
    public static boolean isUsual(String key, JsonNode value) {
        return LABELS.contains(key)
                || (TRUE_FLAGS.contains(key) && value.isBoolean() && value.booleanValue())
                || (UNSET.contains(key) && (value.isNull() || (value.isBoolean() && !value.booleanValue())))
                || (key.equals("default_to_square") && value.isBoolean())
                || (key.equals("data_format") && value.asString("").equals("channels_first"))
                || (key.equals("resample") && value.isInt() && value.intValue() == BICUBIC)
                || (key.equals("rescale_factor") && value.isNumber() && value.doubleValue() == 1.0 / 255.0);
    }
}
