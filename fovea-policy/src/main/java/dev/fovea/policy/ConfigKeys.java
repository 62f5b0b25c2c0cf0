package dev.fovea.policy;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys that a Qwen3-VL's {@code config.json} may have inside its text and vision parts. Whatever else stands there may decide
 * arithmetic, and is refused by its name.
 */
final class ConfigKeys {

    /** Of every configuration that transformers writes: bookkeeping, training, generation. */
    private static final Set<String> BOOKKEEPING = Set.of(
            "add_cross_attention",
            "architectures",
            "attention_dropout",
            "attn_implementation",
            "bos_token_id",
            "chunk_size_feed_forward",
            "decoder_start_token_id",
            "dtype",
            "eos_token_id",
            "id2label",
            "initializer_range",
            "is_decoder",
            "is_encoder_decoder",
            "label2id",
            "model_type",
            "output_attentions",
            "output_hidden_states",
            "pad_token_id",
            "problem_type",
            "return_dict",
            "tie_word_embeddings",
            "torch_dtype",
            "transformers_version",
            "use_cache");

    /** Of the language model. */
    static final Set<String> TEXT = with(
            "attention_bias",
            "head_dim",
            "hidden_act",
            "hidden_size",
            "intermediate_size",
            "layer_types",
            "max_position_embeddings",
            "max_window_layers",
            "num_attention_heads",
            "num_hidden_layers",
            "num_key_value_heads",
            "rms_norm_eps",
            "rope_parameters",
            "rope_scaling",
            "rope_theta",
            "sliding_window",
            "use_sliding_window",
            "vocab_size");

    /** Of the vision tower. */
    static final Set<String> VISION = with(
            "deepstack_visual_indexes",
            "depth",
            "hidden_act",
            "hidden_size",
            "in_channels",
            "intermediate_size",
            "num_heads",
            "num_position_embeddings",
            "out_hidden_size",
            "patch_size",
            "rope_parameters",
            "spatial_merge_size",
            "temporal_patch_size");

    /** Of the rotary positions of either. */
    static final Set<String> ROPE = Set.of("mrope_interleaved", "mrope_section", "rope_theta", "rope_type", "type");

    private ConfigKeys() {}

    private static Set<String> with(String... keys) {
        return Stream.concat(BOOKKEEPING.stream(), Stream.of(keys)).collect(Collectors.toUnmodifiableSet());
    }
}
