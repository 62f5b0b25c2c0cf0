package dev.fovea.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every tensor of a checkpoint by the name that transformers gives it, laid one behind the other in one run of floats. A tied head
 * is the embedding and has no tensor. Projections that one multiplication computes lie beside one another.
 */
final class WeightPlan {

    /** The head; some files hold a tied one a second time under this name. */
    static final String HEAD = "lm_head.weight";

    private static final String EMBEDDING = "model.language_model.embed_tokens.weight";

    /**
     * One tensor's place.
     *
     * @param shape as in the file
     * @param offset of its first value in the run
     */
    record Tensor(String name, List<Long> shape, long offset) {

        long size() {
            return shape.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
        }

        /** First value behind it. */
        long end() {
            return offset + size();
        }

        Tensor named(String other) {
            return new Tensor(other, shape, offset);
        }
    }

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private long size;

    private WeightPlan() {}

    static WeightPlan of(Qwen3VlConfig config) {
        WeightPlan plan = new WeightPlan();
        plan.addText(config.text());
        plan.addVision(config.vision());
        return plan;
    }

    List<Tensor> tensors() {
        return List.copyOf(tensors.values());
    }

    /** Floats of all tensors together. */
    long size() {
        return size;
    }

    Tensor tensor(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("no tensor " + name);
        }
        return tensor;
    }

    boolean has(String name) {
        return tensors.containsKey(name);
    }

    Tensor embedding() {
        return tensor(EMBEDDING);
    }

    /** What makes logits: the embedding where the head is tied to it. */
    Tensor head() {
        return has(HEAD) ? tensor(HEAD) : embedding();
    }

    private void addText(Qwen3VlConfig.Text text) {
        int hidden = text.hidden();
        int queries = text.heads() * text.headChannels();
        int keys = text.keyValueHeads() * text.headChannels();
        add(EMBEDDING, text.vocabulary(), hidden);
        for (int layer = 0; layer < text.layers(); layer++) {
            String at = "model.language_model.layers." + layer + ".";
            add(at + "input_layernorm.weight", hidden);
            add(at + "self_attn.q_proj.weight", queries, hidden);
            add(at + "self_attn.k_proj.weight", keys, hidden);
            add(at + "self_attn.v_proj.weight", keys, hidden);
            add(at + "self_attn.q_norm.weight", text.headChannels());
            add(at + "self_attn.k_norm.weight", text.headChannels());
            add(at + "self_attn.o_proj.weight", hidden, queries);
            add(at + "post_attention_layernorm.weight", hidden);
            add(at + "mlp.gate_proj.weight", text.mlp(), hidden);
            add(at + "mlp.up_proj.weight", text.mlp(), hidden);
            add(at + "mlp.down_proj.weight", hidden, text.mlp());
        }
        add("model.language_model.norm.weight", hidden);
        switch (text.head()) {
            case TIED -> {}
            case OWN -> add(HEAD, text.vocabulary(), hidden);
        }
    }

    private void addVision(Qwen3VlConfig.Vision vision) {
        int hidden = vision.hidden();
        add(
                "model.visual.patch_embed.proj.weight",
                hidden,
                vision.channels(),
                vision.temporalPatch(),
                vision.patch(),
                vision.patch());
        add("model.visual.patch_embed.proj.bias", hidden);
        add("model.visual.pos_embed.weight", vision.positions(), hidden);
        for (int block = 0; block < vision.depth(); block++) {
            String at = "model.visual.blocks." + block + ".";
            addAffine(at + "norm1", hidden);
            addLinear(at + "attn.qkv", 3 * hidden, hidden);
            addLinear(at + "attn.proj", hidden, hidden);
            addAffine(at + "norm2", hidden);
            addLinear(at + "mlp.linear_fc1", vision.mlp(), hidden);
            addLinear(at + "mlp.linear_fc2", hidden, vision.mlp());
        }
        addMerger("model.visual.merger.", vision, hidden);
        for (int i = 0; i < vision.deepstackBlocks().size(); i++) {
            addMerger("model.visual.deepstack_merger_list." + i + ".", vision, vision.mergedHidden());
        }
    }

    private void addMerger(String at, Qwen3VlConfig.Vision vision, int normChannels) {
        addAffine(at + "norm", normChannels);
        addLinear(at + "linear_fc1", vision.mergedHidden(), vision.mergedHidden());
        addLinear(at + "linear_fc2", vision.outHidden(), vision.mergedHidden());
    }

    private void addLinear(String name, int out, int in) {
        add(name + ".weight", out, in);
        add(name + ".bias", out);
    }

    private void addAffine(String name, int channels) {
        add(name + ".weight", channels);
        add(name + ".bias", channels);
    }

    private void add(String name, long... shape) {
        List<Long> sizes = new ArrayList<>();
        for (long side : shape) {
            sizes.add(side);
        }
        Tensor tensor = new Tensor(name, List.copyOf(sizes), size);
        tensors.put(name, tensor);
        size = Math.addExact(size, tensor.size());
    }
}
