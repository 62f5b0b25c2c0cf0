package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code config.json} as transformers 5 and vLLM read it. */
final class ConfigJson {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String MODEL_TYPE = "qwen3_vl";

    private ConfigJson() {}

    static byte[] write(Qwen3VlConfig config) {
        ObjectNode root = MAPPER.createObjectNode();
        root.putArray("architectures").add("Qwen3VLForConditionalGeneration");
        root.put("model_type", MODEL_TYPE);
        root.put("dtype", "float32");
        root.put("tie_word_embeddings", true);
        Qwen3VlConfig.SpecialTokens tokens = config.tokens();
        root.put("image_token_id", tokens.imagePad());
        root.put("video_token_id", tokens.videoPad());
        root.put("vision_start_token_id", tokens.visionStart());
        root.put("vision_end_token_id", tokens.visionEnd());
        root.set("text_config", text(config.text(), tokens));
        root.set("vision_config", vision(config.vision()));
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode text(Qwen3VlConfig.Text text, Qwen3VlConfig.SpecialTokens tokens) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("model_type", "qwen3_vl_text");
        node.put("dtype", "float32");
        node.put("vocab_size", text.vocabulary());
        node.put("hidden_size", text.hidden());
        node.put("num_hidden_layers", text.layers());
        node.put("num_attention_heads", text.heads());
        node.put("num_key_value_heads", text.keyValueHeads());
        node.put("head_dim", text.headChannels());
        node.put("intermediate_size", text.mlp());
        node.put("max_position_embeddings", text.contextTokens());
        node.put("rms_norm_eps", text.normEpsilon());
        node.put("hidden_act", "silu");
        node.put("attention_bias", false);
        node.put("attention_dropout", 0.0);
        node.put("tie_word_embeddings", true);
        node.put("bos_token_id", tokens.endOfText());
        node.put("eos_token_id", tokens.endOfTurn());
        ObjectNode rope = node.putObject("rope_parameters");
        rope.put("rope_type", "default");
        rope.put("rope_theta", text.ropeTheta());
        rope.put("mrope_interleaved", true);
        ArrayNode sections = rope.putArray("mrope_section");
        text.mropeSections().forEach(sections::add);
        return node;
    }

    private static ObjectNode vision(Qwen3VlConfig.Vision vision) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("model_type", "qwen3_vl_vision");
        node.put("hidden_size", vision.hidden());
        node.put("depth", vision.depth());
        node.put("num_heads", vision.heads());
        node.put("intermediate_size", vision.mlp());
        node.put("in_channels", vision.channels());
        node.put("patch_size", vision.patch());
        node.put("temporal_patch_size", vision.temporalPatch());
        node.put("spatial_merge_size", vision.merge());
        node.put("out_hidden_size", vision.outHidden());
        node.put("num_position_embeddings", vision.positions());
        node.put("hidden_act", "gelu_pytorch_tanh");
        ObjectNode rope = node.putObject("rope_parameters");
        rope.put("rope_type", "axial");
        rope.put("rope_theta", vision.ropeTheta());
        ArrayNode deepstack = node.putArray("deepstack_visual_indexes");
        vision.deepstackBlocks().forEach(deepstack::add);
        return node;
    }

    /**
     * Reads a configuration.
     *
     * @param source names the file in errors
     * @throws SetupException where the model is no Qwen3-VL, or one that this room does not compute
     */
    static Qwen3VlConfig read(byte[] json, String source) {
        JsonNode root;
        try {
            root = MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, source + " is no JSON", "copy the checkpoint again", e);
        }
        String type = root.path("model_type").asString("");
        if (!type.equals(MODEL_TYPE)) {
            throw new SetupException(
                    ErrorCode.UNKNOWN_FAMILY,
                    source + " says model_type \"" + type + "\", and the embedded policy computes only " + MODEL_TYPE,
                    "serve this checkpoint with an external engine");
        }
        JsonFields top = new JsonFields(root, source, "");
        JsonFields text = top.object("text_config");
        text.mustSay("tie_word_embeddings", top.truth("tie_word_embeddings", false), true);
        try {
            return new Qwen3VlConfig(text(text), vision(top.object("vision_config")), tokens(top, text));
        } catch (IllegalArgumentException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    source + " contradicts itself: " + e.getMessage(),
                    "correct the file",
                    e);
        }
    }

    private static Qwen3VlConfig.Text text(JsonFields text) {
        text.mustSay("hidden_act", "silu");
        text.mustSay("attention_bias", false, false);
        // Checkpoints before transformers 5 say rope_scaling, with rope_theta beside it.
        JsonFields rope = text.has("rope_parameters") ? text.object("rope_parameters") : text.object("rope_scaling");
        rope.mustSay("rope_type", "default");
        rope.mustSay("mrope_interleaved", true, true);
        int heads = text.whole("num_attention_heads");
        int hidden = text.whole("hidden_size");
        return new Qwen3VlConfig.Text(
                text.whole("vocab_size"),
                hidden,
                text.whole("num_hidden_layers"),
                heads,
                text.whole("num_key_value_heads"),
                text.has("head_dim") ? text.whole("head_dim") : hidden / Math.max(1, heads),
                text.whole("intermediate_size"),
                text.whole("max_position_embeddings"),
                text.number("rms_norm_eps"),
                rope.has("rope_theta") ? rope.number("rope_theta") : text.number("rope_theta"),
                rope.wholes("mrope_section"));
    }

    private static Qwen3VlConfig.Vision vision(JsonFields vision) {
        vision.mustSay("hidden_act", "gelu_pytorch_tanh");
        double theta =
                vision.has("rope_parameters") ? vision.object("rope_parameters").number("rope_theta") : 10_000;
        return new Qwen3VlConfig.Vision(
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
                theta,
                vision.wholes("deepstack_visual_indexes"));
    }

    private static Qwen3VlConfig.SpecialTokens tokens(JsonFields top, JsonFields text) {
        int endOfTurn = text.has("eos_token_id") ? text.whole("eos_token_id") : 0;
        return new Qwen3VlConfig.SpecialTokens(
                top.whole("image_token_id"),
                top.whole("video_token_id"),
                top.whole("vision_start_token_id"),
                top.whole("vision_end_token_id"),
                text.has("bos_token_id") ? text.whole("bos_token_id") : endOfTurn,
                endOfTurn);
    }
}
