package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code config.json} in the forms of transformers 4.57 and 5, and refuses by name what would compute something else. */
final class ConfigReader {

    static final String MODEL_TYPE = "qwen3_vl";

    /** Both names of plain rotary positions; {@code mrope} is from before 4.57. */
    private static final List<String> PLAIN_ROPE = List.of("default", "mrope");

    private ConfigReader() {}

    /**
     * Reads a configuration.
     *
     * @param source names the file in errors
     * @throws SetupException where the model is no Qwen3-VL, or one that this room does not compute
     */
    static Qwen3VlConfig read(byte[] json, String source) {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(json);
        } catch (JacksonException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, source + " is no JSON", "copy the checkpoint again", e);
        }
        requireDense(root.path("model_type").asString(""), source);
        JsonFields top = new JsonFields(root, source, "");
        top.mustBeAbsent("quantization_config", "weights as they were trained");
        top.mustBeAbsent("compression_config", "weights as they were trained");
        JsonFields text = top.object("text_config");
        try {
            return new Qwen3VlConfig(
                    text(text, head(top, text)), vision(top.object("vision_config")), tokens(top, text));
        } catch (IllegalArgumentException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    source + " contradicts itself: " + e.getMessage(),
                    "correct the file",
                    e);
        }
    }

    private static void requireDense(String type, String source) {
        if (type.equals(MODEL_TYPE)) {
            return;
        }
        String computed = type.equals("qwen3_vl_moe")
                ? ", a mixture of experts, and the embedded policy computes only the dense " + MODEL_TYPE
                : ", and the embedded policy computes only " + MODEL_TYPE;
        throw new SetupException(
                ErrorCode.UNKNOWN_FAMILY,
                source + " says model_type \"" + type + "\"" + computed,
                "serve this checkpoint with an external engine");
    }

    /** Either place may say it; transformers asks the outer one, vLLM the inner one. */
    private static Qwen3VlConfig.Head head(JsonFields top, JsonFields text) {
        String key = "tie_word_embeddings";
        boolean tied = top.has(key) ? top.truth(key, false) : text.truth(key, false);
        if (text.has(key)) {
            text.mustSay(key, tied, tied);
        }
        return tied ? Qwen3VlConfig.Head.TIED : Qwen3VlConfig.Head.OWN;
    }

    private static Qwen3VlConfig.Text text(JsonFields text, Qwen3VlConfig.Head head) {
        text.mustSay("model_type", List.of("qwen3_vl_text"));
        text.mustSay("hidden_act", List.of("silu"));
        text.mustSay("attention_bias", false, false);
        text.mustSay("use_sliding_window", false, false);
        text.mustConsistOf("layer_types", "full_attention");
        // Checkpoints before transformers 5 say rope_scaling, with rope_theta beside it.
        JsonFields rope = text.has("rope_parameters") ? text.object("rope_parameters") : text.object("rope_scaling");
        rope.mustSay("rope_type", PLAIN_ROPE);
        rope.mustSay("type", PLAIN_ROPE);
        rope.mustSay("mrope_interleaved", true, true);
        rope.requireKnown(ConfigKeys.ROPE);
        Qwen3VlConfig.Text read = new Qwen3VlConfig.Text(
                text.whole("vocab_size"),
                text.whole("hidden_size"),
                text.whole("num_hidden_layers"),
                text.whole("num_attention_heads"),
                text.whole("num_key_value_heads"),
                text.whole("head_dim"),
                text.whole("intermediate_size"),
                text.whole("max_position_embeddings"),
                text.number("rms_norm_eps"),
                rope.has("rope_theta") ? rope.number("rope_theta") : text.number("rope_theta"),
                rope.wholes("mrope_section"),
                head);
        // behind what is missing: an unknown key is mostly a known one, misspelt
        text.requireKnown(ConfigKeys.TEXT);
        return read;
    }

    private static Qwen3VlConfig.Vision vision(JsonFields vision) {
        vision.mustSay("model_type", List.of("qwen3_vl_vision", MODEL_TYPE));
        vision.mustSay("hidden_act", List.of("gelu_pytorch_tanh"));
        Qwen3VlConfig.Vision read = new Qwen3VlConfig.Vision(
                vision.whole("hidden_size"),
                vision.whole("depth"),
                vision.whole("num_heads"),
                vision.whole("intermediate_size"),
                vision.whole("in_channels"),
                vision.whole("patch_size"),
                vision.whole("temporal_patch_size"),
                vision.whole("spatial_merge_size"),
                vision.whole("out_hidden_size"),
                vision.whole("num_position_embeddings"),
                visionTheta(vision),
                vision.wholes("deepstack_visual_indexes"));
        vision.requireKnown(ConfigKeys.VISION);
        return read;
    }

    private static double visionTheta(JsonFields vision) {
        double published = 10_000;
        if (!vision.has("rope_parameters")) {
            return published;
        }
        JsonFields rope = vision.object("rope_parameters");
        rope.requireKnown(ConfigKeys.ROPE);
        rope.mustSay("rope_type", List.of("axial", "default"));
        return rope.has("rope_theta") ? rope.number("rope_theta") : published;
    }

    private static Qwen3VlConfig.SpecialTokens tokens(JsonFields top, JsonFields text) {
        int endOfTurn = text.has("eos_token_id") ? text.firstWhole("eos_token_id") : 0;
        return new Qwen3VlConfig.SpecialTokens(
                top.whole("image_token_id"),
                top.whole("video_token_id"),
                top.whole("vision_start_token_id"),
                top.whole("vision_end_token_id"),
                text.has("bos_token_id") ? text.whole("bos_token_id") : endOfTurn,
                endOfTurn);
    }
}
