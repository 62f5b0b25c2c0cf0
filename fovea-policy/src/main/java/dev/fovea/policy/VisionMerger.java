package dev.fovea.policy;

import ai.djl.ndarray.NDArray;

/** Makes one token of the {@code merge x merge} patches that stand behind one another. */
final class VisionMerger {

    enum Order {
        /** The main merger normalises each patch. */
        NORM_THEN_MERGE,
        /** The deepstack mergers normalise the joined patches. */
        MERGE_THEN_NORM
    }

    private final Qwen3VlConfig.Vision config;
    private final Parameters weights;
    private final String at;
    private final Order order;

    VisionMerger(Qwen3VlConfig.Vision config, Parameters weights, String at, Order order) {
        this.config = config;
        this.weights = weights;
        this.at = at;
        this.order = order;
    }

    /** {@code [patches, hidden]} to {@code [tokens, outHidden]}. */
    NDArray forward(NDArray x) {
        NDArray merged = order == Order.NORM_THEN_MERGE ? merge(norm(x)) : norm(merge(x));
        return linear("linear_fc2", Ops.gelu(linear("linear_fc1", merged)));
    }

    private NDArray merge(NDArray x) {
        return x.reshape(-1, config.mergedHidden());
    }

    private NDArray norm(NDArray x) {
        return Ops.layerNorm(
                x, weights.get(at + "norm.weight"), weights.get(at + "norm.bias"), VisionBlock.NORM_EPSILON);
    }

    private NDArray linear(String name, NDArray x) {
        return Ops.linear(x, weights.get(at + name + ".weight"), weights.get(at + name + ".bias"));
    }
}
