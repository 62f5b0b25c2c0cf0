package dev.fovea.training.sample;

import dev.fovea.contract.TokenValues;
import dev.fovea.trace.Origin;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ECHO: what the environment said after the policy's first answer is learnt by cross entropy, a role's own share of it. Only a
 * message's own text counts where the renderer told it from the template's.
 *
 * @param weights of each role, above 0; roles that are not in it are not learnt
 */
public record Observations(Map<String, Double> weights) {

    /** Tool results, a tenth: what was published. */
    public static final Observations TOOLS = new Observations(Map.of("tool", 0.1));

    public Observations {
        weights = Map.copyOf(weights);
    }

    /** One weight a token of a branch; null where nothing of it is learnt so. */
    public @Nullable TokenValues of(List<SampleNode> branch) {
        TokenValues.Builder observed = new TokenValues.Builder();
        boolean answered = false;
        boolean any = false;
        for (SampleNode node : branch) {
            double weight = answered && node.origin() == Origin.INPUT ? weights.getOrDefault(node.role(), 0.0) : 0.0;
            TokenValues values = node.content() == null
                    ? TokenValues.filled(node.ids().size(), weight)
                    : TokenValues.where(node.content(), weight);
            observed.add(values, 0, values.size());
            any |= weight != 0
                    && (node.content() == null
                            ? !node.ids().isEmpty()
                            : node.content().count() > 0);
            answered |= node.origin() == Origin.SAMPLED;
        }
        return any ? observed.build() : null;
    }
}
