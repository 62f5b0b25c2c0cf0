package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The language model, once for training and for sampling: both run the same operations on the same padded batch and differ only in
 * their {@link KeyValueStore}. That is why the sampler's log-probabilities are the trainer's.
 *
 * <p>The gain of each RMS norm is folded into the projection behind it, which saves a pass over the activations and gives the gain
 * its gradient all the same.
 */
final class TextModel {

    private static final String AT = "model.language_model.";

    private final NDArray embedding;
    private final List<TextLayer> layers = new ArrayList<>();
    private final NDArray head;
    private final NDArray epsilon;

    /** @param owner of the arrays that are derived from the weights */
    TextModel(Qwen3VlConfig.Text config, Parameters weights, NDManager owner) {
        this.epsilon = owner.create((float) config.normEpsilon());
        this.embedding = weights.get(AT + "embed_tokens.weight");
        NDArray gain = weights.get(AT + "norm.weight");
        this.head = switch (config.head()) {
            case TIED -> weights.foldedCopy(owner, gain, AT + "embed_tokens.weight");
            case OWN -> weights.folded(owner, gain, WeightPlan.HEAD);
        };
        for (int i = 0; i < config.layers(); i++) {
            layers.add(new TextLayer(config, i, weights, AT + "layers." + i + ".", epsilon, owner));
        }
    }

    /**
     * The state of every asked token behind the last layer, {@code [sequences x asked, hidden]}.
     *
     * @param images features that the input's stretches point into; null where none does
     */
    NDArray hidden(TextInput input, @Nullable ImageFeatures images, KeyValueStore store) {
        NDArray x = images == null
                ? Ops.rows(embedding, input.embeddingRows(0))
                : Ops.rows(Ops.concat(0, images.embeddings(), embedding), input.embeddingRows(images.tokens()));
        List<NDArray> additions = images == null ? List.of() : images.deepstack();
        for (int i = 0; i < layers.size(); i++) {
            TextInput.Queries asking = i == layers.size() - 1 ? input.asked() : input.all();
            TextLayer layer = layers.get(i);
            x = Ops.layer(x, before -> layer.forward(before, input, asking, store));
            if (i < additions.size()) {
                x = x.add(addition(additions.get(i), input, asking));
            }
        }
        return x;
    }

    /** {@code [rows, vocabulary]} from {@code [rows, hidden]}. */
    NDArray logits(NDArray hidden) {
        return Ops.linear(Ops.unitRms(hidden, epsilon), head);
    }

    /** A deepstack level at the image tokens, zero at all others. */
    private static NDArray addition(NDArray level, TextInput input, TextInput.Queries asking) {
        Shape shape = level.getShape();
        NDArray nothing = level.getManager().zeros(new Shape(1, shape.get(1)));
        return Ops.rows(Ops.concat(0, level, nothing), input.additionRows((int) shape.get(0), asking));
    }
}
