package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;

/** AdamW without weight decay over all weights as one tensor: one native call a step, where one a tensor would cost more than the work. */
final class AdamW {

    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.95;
    private static final double EPSILON = 1e-8;

    private final NDArray weights;
    private final NDArray mean;
    private final NDArray variance;
    private int steps;

    AdamW(NDManager owner, WeightMemory memory) {
        Shape shape = new Shape(memory.plan().size());
        this.weights = NativeArrays.floats(owner, memory.all(), shape);
        this.mean = owner.zeros(shape);
        this.variance = owner.zeros(shape);
    }

    /** @param scale by which the gradient is cut */
    void update(NDArray gradient, double scale, double learningRate) {
        steps++;
        double meanCorrection = 1 - Math.pow(BETA1, steps);
        double deviationCorrection = Math.sqrt(1 - Math.pow(BETA2, steps));
        // The native update divides by sqrt(variance) + epsilon without correcting the variance: both factors move
        // outside.
        JniUtils.adamUpdate(
                (PtNDArray) weights,
                (PtNDArray) gradient,
                (PtNDArray) mean,
                (PtNDArray) variance,
                (float) learningRate,
                (float) (learningRate * deviationCorrection / meanCorrection),
                0f,
                (float) scale,
                -1f,
                (float) BETA1,
                (float) BETA2,
                (float) (EPSILON * deviationCorrection),
                false);
    }
}
