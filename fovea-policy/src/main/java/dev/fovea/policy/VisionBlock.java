package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;

/** One block of the vision tower: attention among all patches of an image, then an MLP, each behind a layer norm. */
final class VisionBlock {

    static final double NORM_EPSILON = 1e-6;

    /** Scalars that all blocks share. */
    record Constants(NDArray scale, Ops.GeluConstants gelu) {

        static Constants of(Qwen3VlConfig.Vision config, NDManager owner) {
            double twice = 2 * Math.sqrt(2 / Math.PI);
            return new Constants(
                    owner.create((float) (1 / Math.sqrt(config.hidden() / (double) config.heads()))),
                    new Ops.GeluConstants(owner.create((float) twice), owner.create((float) (twice * 0.044715))));
        }
    }

    private final Qwen3VlConfig.Vision config;
    private final Constants constants;
    private final Parameters weights;
    private final String at;

    VisionBlock(Qwen3VlConfig.Vision config, Constants constants, Parameters weights, String at) {
        this.config = config;
        this.constants = constants;
        this.weights = weights;
        this.at = at;
    }

    /** @param x {@code [images x patches, hidden]} */
    NDArray forward(NDArray x, int images, Ops.Rotation rotation) {
        NDArray attended =
                x.add(linear("attn.proj", attention(linear("attn.qkv", norm("norm1", x)), images, rotation)));
        NDArray inner = linear("mlp.linear_fc1", norm("norm2", attended));
        return attended.add(linear("mlp.linear_fc2", Ops.geluTanh(inner, constants.gelu())));
    }

    private NDArray attention(NDArray qkv, long images, Ops.Rotation rotation) {
        long heads = config.heads();
        long channels = config.hidden() / heads;
        long patches = qkv.getShape().get(0) / images;
        NDArray parts = qkv.reshape(images, patches, 3, heads, 2, channels / 2).transpose(2, 0, 3, 1, 4, 5);
        NDArray turned = Ops.rotate(Ops.slice(parts, 0, 0, 2), rotation).reshape(2, images * heads, patches, channels);
        NDArray values = parts.get(2).reshape(images * heads, patches, channels);
        NDArray shares = turned.get(0)
                .batchMatMul(turned.get(1).transpose(0, 2, 1))
                .mul(constants.scale())
                .softmax(-1);
        return shares.batchMatMul(values)
                .reshape(images, heads, patches, channels)
                .transpose(0, 2, 1, 3)
                .reshape(images * patches, config.hidden());
    }

    private NDArray norm(String name, NDArray x) {
        return Ops.layerNorm(x, weights.get(at + name + ".weight"), weights.get(at + name + ".bias"), NORM_EPSILON);
    }

    private NDArray linear(String name, NDArray x) {
        return Ops.linear(x, weights.get(at + name + ".weight"), weights.get(at + name + ".bias"));
    }
}
