package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code config.json} as transformers 5 and vLLM read it. */
final class ConfigWriter {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String FORMAT = "float32";

    private ConfigWriter() {}

    static byte[] write(Qwen3VlConfig config) {
        ObjectNode root = MAPPER.createObjectNode();
        root.putArray("architectures").add("Qwen3VLForConditionalGeneration");
        root.put("model_type", ConfigReader.MODEL_TYPE);
        root.put("dtype", FORMAT);
        root.put("tie_word_embeddings", config.text().head() == Qwen3VlConfig.Head.TIED);
        Qwen3VlConfig.SpecialTokens tokens = config.tokens();
        root.put("image_token_id", tokens.imagePad());
        root.put("video_token_id", tokens.videoPad());
        root.put("vision_start_token_id", tokens.visionStart());
        root.put("vision_end_token_id", tokens.visionEnd());
        root.set("text_config", text(config.text(), tokens));
        root.set("vision_config", vision(config.vision()));
        return bytes(root);
    }

    private static ObjectNode text(Qwen3VlConfig.Text text, Qwen3VlConfig.SpecialTokens tokens) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("model_type", "qwen3_vl_text");
        node.put("dtype", FORMAT);
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
        node.put("tie_word_embeddings", text.head() == Qwen3VlConfig.Head.TIED);
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
     * The configuration of weights that were widened: readers choose the arithmetic by what it says, not by what the file holds.
     *
     * @param json of a folder that was read
     */
    static byte[] widened(byte[] json) {
        ObjectNode root;
        try {
            root = (ObjectNode) MAPPER.readTree(json);
        } catch (JacksonException | ClassCastException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT, "config.json is no JSON object", "copy the checkpoint again", e);
        }
        boolean changed = false;
        for (JsonNode node : List.of(root, root.path("text_config"), root.path("vision_config"))) {
            for (String key : List.of("dtype", "torch_dtype")) {
                if (node instanceof ObjectNode object && isOther(object.path(key))) {
                    object.put(key, FORMAT);
                    changed = true;
                }
            }
        }
        return changed ? bytes(root) : json;
    }

    private static boolean isOther(JsonNode format) {
        return format.isString() && !format.asString().equals(FORMAT);
    }

    private static byte[] bytes(ObjectNode root) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
    }
}
