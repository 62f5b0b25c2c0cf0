package dev.fovea.families.qwenvl;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code preprocessor_config.json}, read without a guess: a key that decides pixels must be there, a key that is not understood is
 * refused by name. What transformers itself assumes when absent (the {@code do_*} flags, bicubic, 1/255) may be absent here too,
 * and must hold that value where it is given.
 */
final class QwenVlConfig {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
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

    private final JsonNode root;
    private final String where;

    private QwenVlConfig(JsonNode root, String where) {
        this.root = root;
        this.where = where;
    }

    static QwenVlConfig read(Path checkpoint) {
        Path file = checkpoint.resolve(FILE);
        if (Files.exists(file)) {
            return of(json(file), file.toString());
        }
        Path combined = checkpoint.resolve(COMBINED_FILE);
        JsonNode part = Files.exists(combined) ? json(combined).get("image_processor") : null;
        if (part == null) {
            throw refused(checkpoint.toString(), "holds no " + FILE, "complete the checkpoint folder");
        }
        return of(part, combined + " (image_processor)");
    }

    static QwenVlConfig of(JsonNode root, String where) {
        if (!root.isObject()) {
            throw refused(where, "is no JSON object", "restore the file");
        }
        return new QwenVlConfig(root, where);
    }

    QwenVlSettings settings() {
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            requireUnderstood(entry.getKey(), entry.getValue());
        }
        return new QwenVlSettings(
                Math.toIntExact(integer("patch_size", root.get("patch_size"))),
                Math.toIntExact(integer("temporal_patch_size", root.get("temporal_patch_size"))),
                Math.toIntExact(integer("merge_size", root.get("merge_size"))),
                pixels("min_pixels", "shortest_edge"),
                pixels("max_pixels", "longest_edge"),
                numbers("image_mean"),
                numbers("image_std"));
    }

    private void requireUnderstood(String key, JsonNode value) {
        boolean understood = SETTINGS.contains(key)
                || LABELS.contains(key)
                || (key.equals("image_processor_type") && PROCESSOR_TYPES.contains(value.asString("")))
                || (TRUE_FLAGS.contains(key) && value.isBoolean() && value.booleanValue())
                || (UNSET.contains(key) && (value.isNull() || (value.isBoolean() && !value.booleanValue())))
                || (key.equals("default_to_square") && value.isBoolean())
                || (key.equals("data_format") && value.asString("").equals("channels_first"))
                || (key.equals("resample") && value.isInt() && value.intValue() == BICUBIC)
                || (key.equals("rescale_factor") && value.isNumber() && value.doubleValue() == 1.0 / 255.0);
        if (!understood) {
            throw refused(
                    where,
                    "holds " + key + " = " + shown(value) + ", which is not understood",
                    "remove it, or add it to Fovea");
        }
    }

    /** The explicit bound first; {@code size} is misnamed, its edges are pixel counts as well. */
    private long pixels(String key, String edge) {
        JsonNode explicit = root.get(key);
        if (explicit != null && !explicit.isNull()) {
            return integer(key, explicit);
        }
        JsonNode size = root.get("size");
        return integer(key + " or size." + edge, size == null ? null : size.get(edge));
    }

    private long integer(String key, @Nullable JsonNode value) {
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw refused(where, "lacks an integer " + key, "restore the checkpoint's file; there is no default");
        }
        if (value.longValue() < 1 || value.longValue() > Integer.MAX_VALUE) {
            throw refused(where, "holds an impossible " + key + " of " + value, "restore the checkpoint's file");
        }
        return value.longValue();
    }

    private List<Double> numbers(String key) {
        JsonNode values = root.get(key);
        if (values == null || !values.isArray() || values.size() != 3) {
            throw refused(where, "lacks three numbers " + key, "restore the checkpoint's file; there is no default");
        }
        if (!StreamSupport.stream(values.spliterator(), false).allMatch(JsonNode::isNumber)) {
            throw refused(where, "holds " + key + " that are no numbers", "restore the checkpoint's file");
        }
        return StreamSupport.stream(values.spliterator(), false)
                .map(JsonNode::doubleValue)
                .toList();
    }

    private static JsonNode json(Path file) {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (IOException | JacksonException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    file + " cannot be read as JSON: " + e.getMessage(),
                    "restore the file",
                    e);
        }
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= 64 ? text : text.substring(0, 63) + "…";
    }

    private static SetupException refused(String where, String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CHECKPOINT, where + " " + what, remedy);
    }
}
