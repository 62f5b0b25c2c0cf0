package dev.fovea.training.balance;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** {@link RowCost} of a model, from its {@code config.json}: the language model alone, as the field's packers weigh it. */
public final class ModelCost {

    private final JsonNode config;
    private final long hidden;
    private final long heads;

    private ModelCost(JsonNode config) {
        this.config = config;
        this.hidden = required("hidden_size");
        this.heads = required("num_attention_heads");
    }

    /**
     * The cost of a model.
     *
     * @param config its configuration; where it has a {@code text_config}, only that counts
     * @throws IllegalArgumentException where a size is missing
     */
    public static RowCost of(JsonNode config) {
        JsonNode text = config.path("text_config");
        return new ModelCost(text.isObject() ? text : config).cost();
    }

    private RowCost cost() {
        long layers = required("num_hidden_layers");
        long dense = denseLayers(layers);
        long linear = dense * layer(denseWidth()) + (layers - dense) * layer(expertWidth());
        return new RowCost(linear + 2 * hidden * required("vocab_size"), layers * pairs());
    }

    private long layer(long width) {
        return projections() + 2 * hidden * hidden + 6 * hidden * width;
    }

    private long projections() {
        return queries() + keysAndValues();
    }

    private long queries() {
        OptionalLong rank = number("q_lora_rank");
        if (rank.isPresent()) {
            return 2 * rank.getAsLong() * (hidden + heads * latentWidth());
        }
        return 2 * hidden * heads * (isLatent() ? latentWidth() : headWidth());
    }

    private long keysAndValues() {
        OptionalLong rank = number("kv_lora_rank");
        if (isLatent() && rank.isPresent()) {
            long expanded = hidden + heads * (orZero("qk_head_dim") + orZero("v_head_dim"));
            return 2 * (rank.getAsLong() * expanded + hidden * orZero("qk_pos_emb_head_dim"));
        }
        return 4 * hidden * first("num_query_groups", "num_key_value_heads").orElse(heads) * headWidth();
    }

    /** Scores and values of one pair of tokens. */
    private long pairs() {
        return isLatent()
                ? heads * latentWidth() + heads * number("v_head_dim").orElse(headWidth())
                : 2 * heads * headWidth();
    }

    private long latentWidth() {
        return orZero("qk_head_dim") + orZero("qk_pos_emb_head_dim");
    }

    private boolean isLatent() {
        return config.path("multi_latent_attention").asBoolean(false) || config.has("q_lora_rank");
    }

    private long headWidth() {
        return first("kv_channels", "head_dim").orElse(hidden / heads);
    }

    private long denseWidth() {
        return first("ffn_hidden_size", "intermediate_size", "moe_intermediate_size")
                .orElse(0);
    }

    /** Of one token: the experts that it is routed to, and the one that all share. */
    private long expertWidth() {
        long chosen = first("moe_router_topk", "num_experts_per_tok").orElse(1);
        long width = first("moe_ffn_hidden_size", "moe_intermediate_size").orElse(denseWidth());
        return width * chosen + orZero("moe_shared_expert_intermediate_size");
    }

    private long denseLayers(long layers) {
        if (first("num_experts", "n_routed_experts").isEmpty()) {
            return layers;
        }
        JsonNode frequency = config.path("moe_layer_freq");
        if (frequency.isArray()) {
            return frequency.valueStream().filter(layer -> layer.asLong() == 0).count();
        }
        if (frequency.isIntegralNumber()) {
            return layers - Math.ceilDiv(layers, frequency.asLong());
        }
        return number("first_k_dense_replace").orElse(0);
    }

    private long required(String name) {
        return number(name).orElseThrow(() -> new IllegalArgumentException("the model's configuration has no " + name));
    }

    private long orZero(String name) {
        return number(name).orElse(0);
    }

    private OptionalLong first(String... names) {
        for (String name : names) {
            OptionalLong found = number(name);
            if (found.isPresent()) {
                return found;
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong number(String name) {
        JsonNode value = config.path(name);
        return value.isIntegralNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
    }
}
