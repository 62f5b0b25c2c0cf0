package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tensors of a {@link WeightMemory}, in place. They live as long as the manager that holds them. */
final class Parameters {

    private final NDManager manager;
    private final Map<String, NDArray> arrays = new LinkedHashMap<>();

    private Parameters(NDManager manager) {
        this.manager = manager;
    }

    /** For inference. */
    static Parameters frozen(NDManager manager, WeightMemory weights) {
        Parameters parameters = new Parameters(manager);
        for (WeightPlan.Tensor tensor : weights.plan().tensors()) {
            long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
            parameters.arrays.put(
                    tensor.name(),
                    manager.create(weights.of(tensor).asByteBuffer(), new Shape(shape), DataType.FLOAT32));
        }
        return parameters;
    }

    /** For training: each tensor collects its own gradient, which starts at zero. */
    static Parameters trained(NDManager manager, WeightMemory weights) {
        Parameters parameters = frozen(manager, weights);
        parameters.arrays.values().forEach(array -> array.setRequiresGradient(true));
        return parameters;
    }

    NDManager manager() {
        return manager;
    }

    NDArray get(String name) {
        NDArray array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException("no tensor " + name);
        }
        return array;
    }

    /** All gradients as one run, in the plan's order; zero where a tensor was not used. */
    NDArray gradients() {
        return Ops.concat(
                0,
                arrays.values().stream()
                        .map(array -> array.getGradient().reshape(-1))
                        .toArray(NDArray[]::new));
    }
}
