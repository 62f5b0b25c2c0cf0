package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.function.UnaryOperator;

/**
 * The operations that both towers are made of, one native call each where PyTorch has one. At this size a call's overhead counts,
 * so the binding's convenience methods that make several calls are avoided.
 */
final class Ops {

    private Ops() {}

    /** {@code [n, in]} times the transpose of {@code [out, in]}. */
    static NDArray linear(NDArray x, NDArray weight) {
        return JniUtils.linear((PtNDArray) x, (PtNDArray) weight, null);
    }

    static NDArray linear(NDArray x, NDArray weight, NDArray bias) {
        return JniUtils.linear((PtNDArray) x, (PtNDArray) weight, (PtNDArray) bias);
    }

    /** The rows of {@code table} at {@code indices}; belongs to the step of the indices. */
    static NDArray rows(NDArray table, NDArray indices) {
        return JniUtils.embedding((PtNDArray) indices, (PtNDArray) table, false);
    }

    static NDArray slice(NDArray x, int axis, long from, long to) {
        return JniUtils.slice((PtNDArray) x, axis, from, to, 1);
    }

    /** The two parts of the last axis; one native call forward, one backward. */
    static NDList split(NDArray x, long first, long second) {
        return JniUtils.split((PtNDArray) x, new long[] {first, second}, -1);
    }

    static NDArray concat(int axis, NDArray... parts) {
        PtNDArray[] arrays = new PtNDArray[parts.length];
        for (int i = 0; i < parts.length; i++) {
            arrays[i] = (PtNDArray) parts[i];
        }
        return parts.length == 1 ? parts[0] : JniUtils.cat(arrays, axis);
    }

    static NDArray layerNorm(NDArray x, NDArray weight, NDArray bias, double epsilon) {
        return JniUtils.layerNorm(
                (PtNDArray) x, new Shape(weight.size()), (PtNDArray) weight, (PtNDArray) bias, epsilon);
    }

    /**
     * Runs a layer and frees all that it made but its result, and its input too. Without that the scores of all layers live until a
     * step ends: measured 5.6 GB for 8,000 tokens in four layers of 16 heads. What a gradient needs, PyTorch keeps by itself.
     */
    static NDArray layer(NDArray x, UnaryOperator<NDArray> layer) {
        NDManager outer = x.getManager();
        try (NDManager inner = outer.newSubManager()) {
            x.attach(inner);
            NDArray result = layer.apply(x);
            result.attach(outer);
            return result;
        }
    }

    /** Divides each row by its root mean square. The gain that belongs to it is folded into what follows. */
    static NDArray unitRms(NDArray x, NDArray epsilon) {
        return x.div(x.square().mean(new int[] {-1}, true).addi(epsilon).sqrt());
    }

    /**
     * Rotates channel pairs by an angle each.
     *
     * @param x {@code [..., 2, pairs]}: the first channels of all pairs, then the second ones
     * @param rotation broadcasts against {@code x}
     */
    static NDArray rotate(NDArray x, Rotation rotation) {
        return x.mul(rotation.cosines()).addi(x.flip(-2).muli(rotation.sines()));
    }

    /**
     * Tables of {@link #rotate}.
     *
     * @param sines negated for the first channels: swapping a pair then needs no negation
     */
    record Rotation(NDArray cosines, NDArray sines) {}

    static NDArray silu(NDArray x) {
        return sigmoid(x).mul(x);
    }

    static NDArray sigmoid(NDArray x) {
        return JniUtils.sigmoid((PtNDArray) x);
    }

    /** The exact form, with the error function. */
    static NDArray gelu(NDArray x) {
        return JniUtils.gelu((PtNDArray) x);
    }

    /**
     * The form with the hyperbolic tangent, which PyTorch's binding lacks: {@code x sigmoid(2u)} equals {@code x (1 + tanh u) / 2}.
     *
     * @param constants of {@code 2u = x (linear + cubic x^2)}
     */
    static NDArray geluTanh(NDArray x, GeluConstants constants) {
        NDArray factor = x.square().muli(constants.cubic()).addi(constants.linear());
        return sigmoid(factor.mul(x)).mul(x);
    }

    /** Scalars of {@link #geluTanh}, made once: a Java number would become a native array at every use. */
    record GeluConstants(NDArray linear, NDArray cubic) {}
}
