package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;

/** One layer of the language model: causal attention with grouped queries, then a gated MLP. */
final class TextLayer {

    private final Qwen3VlConfig.Text config;
    private final int index;
    private final NDArray epsilon;
    private final NDArray queries;
    private final NDArray keysValues;
    private final NDArray queryGain;
    private final NDArray keyGain;
    private final NDArray output;
    private final NDArray gateUp;
    private final NDArray down;

    TextLayer(Qwen3VlConfig.Text config, int index, Parameters weights, String at, NDArray epsilon, NDManager owner) {
        this.config = config;
        this.index = index;
        this.epsilon = epsilon;
        NDArray inputGain = weights.get(at + "input_layernorm.weight");
        NDArray innerGain = weights.get(at + "post_attention_layernorm.weight");
        this.queries = weights.folded(owner, inputGain, at + "self_attn.q_proj.weight");
        this.keysValues =
                weights.folded(owner, inputGain, at + "self_attn.k_proj.weight", at + "self_attn.v_proj.weight");
        // The scale of the scores rides on the queries' gain.
        NDArray scale = owner.create((float) (1 / Math.sqrt(config.headChannels())));
        this.queryGain = weights.foldedCopy(owner, scale, at + "self_attn.q_norm.weight");
        this.keyGain = weights.get(at + "self_attn.k_norm.weight");
        this.output = weights.get(at + "self_attn.o_proj.weight");
        this.gateUp = weights.folded(owner, innerGain, at + "mlp.gate_proj.weight", at + "mlp.up_proj.weight");
        this.down = weights.get(at + "mlp.down_proj.weight");
    }

    /**
     * One layer further.
     *
     * @param x {@code [sequences x length, hidden]}
     * @param asking the tokens to go on with; of the others only keys and values are computed
     */
    NDArray forward(NDArray x, TextInput input, TextInput.Queries asking, KeyValueStore store) {
        NDArray normed = Ops.unitRms(x, epsilon);
        long width = (long) config.keyValueHeads() * config.headChannels();
        NDList fresh = Ops.split(Ops.linear(normed, keysValues), width, width);
        NDArray keys = turned(fresh.get(0), config.keyValueHeads(), keyGain, input.all());
        NDList seen = store.extend(index, keys, fresh.get(1));

        NDArray residual = x;
        if (asking.rows() != null) {
            normed = Ops.rows(normed, asking.rows());
            residual = Ops.rows(x, asking.rows());
        }
        NDArray asked = turned(Ops.linear(normed, queries), config.heads(), queryGain, asking);
        NDArray attended = residual.add(Ops.linear(attention(asked, seen, asking, input), output));
        NDList gated = Ops.split(Ops.linear(Ops.unitRms(attended, epsilon), gateUp), config.mlp(), config.mlp());
        return attended.add(Ops.linear(Ops.silu(gated.get(0)).mul(gated.get(1)), down));
    }

    /** Normalises each head, then turns it by its token's position: {@code [rows, heads, 2, pairs]}. */
    private NDArray turned(NDArray x, long heads, NDArray gain, TextInput.Queries rows) {
        long channels = config.headChannels();
        NDArray normed = Ops.unitRms(x.reshape(-1, heads, channels), epsilon).mul(gain);
        return Ops.rotate(normed.reshape(-1, heads, 2, channels / 2), rows.rotation());
    }

    /**
     * The query heads of a group stand below one another as further queries of their key/value head, so that keys and values are
     * never repeated. With one key/value head every transposition is a view.
     */
    private NDArray attention(NDArray asked, NDList seen, TextInput.Queries asking, TextInput input) {
        long sequences = input.sequences();
        long heads = config.keyValueHeads();
        long group = config.group();
        long channels = config.headChannels();
        NDArray scores = asked.reshape(sequences, asking.count(), heads, group * channels)
                .transpose(0, 2, 1, 3)
                .reshape(sequences * heads, asking.count() * group, channels)
                .batchMatMul(seen.get(0).transpose(0, 2, 1));
        NDArray shares = scores.reshape(sequences, heads, asking.count(), group, input.keys())
                .add(asking.mask())
                .softmax(-1)
                .reshape(sequences * heads, asking.count() * group, input.keys());
        return shares.batchMatMul(seen.get(1))
                .reshape(sequences, heads, asking.count(), group * channels)
                .transpose(0, 2, 1, 3)
                .reshape(sequences * asking.count(), heads * group * channels);
    }
}
