package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The tensors of a {@link WeightMemory}, in place. They live as long as the manager that holds them. */
final class Parameters {

    /** What becomes of weights that are multiplied by a gain. */
    private enum Folding {
        /** They are overwritten: a model that only answers needs no second copy of most of its weights. */
        IN_PLACE,
        /** They are copied, so that gradients reach gain and weights apart. */
        COPIED
    }

    private final NDManager manager;
    private final WeightMemory weights;
    private final Folding folding;
    private final Map<String, NDArray> arrays = new LinkedHashMap<>();
    private final Set<String> folded = new HashSet<>();

    private Parameters(NDManager manager, WeightMemory weights, Folding folding) {
        this.manager = manager;
        this.weights = weights;
        this.folding = folding;
        for (WeightPlan.Tensor tensor : weights.plan().tensors()) {
            arrays.put(tensor.name(), NativeArrays.floats(manager, weights.of(tensor), shape(tensor)));
        }
    }

    private static Shape shape(WeightPlan.Tensor tensor) {
        return new Shape(tensor.shape().stream().mapToLong(Long::longValue).toArray());
    }

    /** For one model that answers. The memory is its own from here on: what is folded no longer holds the checkpoint's values. */
    static Parameters frozen(NDManager manager, WeightMemory weights) {
        return new Parameters(manager, weights, Folding.IN_PLACE);
    }

    /** For training: each tensor collects its own gradient, which starts at zero. */
    static Parameters trained(NDManager manager, WeightMemory weights) {
        Parameters parameters = new Parameters(manager, weights, Folding.COPIED);
        parameters.arrays.values().forEach(array -> array.setRequiresGradient(true));
        return parameters;
    }

    NDManager manager() {
        return manager;
    }

    NDArray get(String name) {
        NDArray array = arrays.get(name);
        if (array == null || folded.contains(name)) {
            throw new IllegalArgumentException("no tensor " + name + " as the checkpoint has it");
        }
        return array;
    }

    /**
     * Matrices below one another, each row times a gain.
     *
     * @param owner of a copy, where one is made
     * @param first its matrix lies in front of the others'
     */
    NDArray folded(NDManager owner, NDArray gain, String first, String... more) {
        return switch (folding) {
            case IN_PLACE -> foldedInPlace(gain, first, more);
            case COPIED -> foldedCopy(owner, gain, first, more);
        };
    }

    /** The weights stay what they are, and their product with a gain is a copy. */
    NDArray foldedCopy(NDManager owner, NDArray gain, String first, String... more) {
        NDArray[] matrices = new NDArray[1 + more.length];
        matrices[0] = get(first);
        for (int i = 0; i < more.length; i++) {
            matrices[i + 1] = get(more[i]);
        }
        NDArray together = Ops.concat(0, matrices);
        if (more.length > 0) {
            together.attach(owner);
        }
        NDArray product = together.mul(gain);
        product.attach(owner);
        return product;
    }

    private NDArray foldedInPlace(NDArray gain, String first, String... more) {
        WeightPlan.Tensor start = unfolded(first);
        long rows = start.shape().getFirst();
        long end = start.end();
        for (String name : more) {
            WeightPlan.Tensor next = unfolded(name);
            if (next.offset() != end) {
                throw new IllegalArgumentException(name + " does not lie behind what it is joined to");
            }
            rows += next.shape().getFirst();
            end = next.end();
        }
        Shape shape = new Shape(rows, start.shape().getLast());
        return NativeArrays.floats(manager, weights.between(start.offset(), end), shape)
                .muli(gain);
    }

    private WeightPlan.Tensor unfolded(String name) {
        if (!folded.add(name)) {
            throw new IllegalStateException(name + " holds its gain already");
        }
        return weights.plan().tensor(name);
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
