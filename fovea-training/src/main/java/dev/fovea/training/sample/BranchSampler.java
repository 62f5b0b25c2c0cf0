package dev.fovea.training.sample;

import dev.fovea.assets.FileUri;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.trace.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Branches to samples: one a branch that has something to train. A message that several branches share is trained in the first of
 * them only, so that no token is trained twice.
 */
public final class BranchSampler {

    private final String environment;
    private final double temperature;
    private final Origin trained;
    private final TokenTypes types;

    /**
     * A sampler for one rollout.
     *
     * @param temperature with which all of it was sampled
     * @param trained whose messages are trained: those of the policy, or demonstrations
     */
    public BranchSampler(String environment, double temperature, Origin trained, TokenTypes types) {
        this.environment = environment;
        this.temperature = temperature;
        this.trained = trained;
        this.types = types;
    }

    /**
     * The samples of a rollout, with the branches that they are of.
     *
     * @param branches each from its root to its leaf
     * @throws dev.fovea.contract.error.FoveaException where ids, masks, images and spans do not fit together
     */
    public List<BranchSample> samples(List<List<SampleNode>> branches) {
        Set<Integer> seen = new HashSet<>();
        List<BranchSample> samples = new ArrayList<>();
        for (List<SampleNode> branch : branches) {
            TokenMask mask = mask(branch, seen);
            if (mask.count() > 0) {
                samples.add(new BranchSample(sample(branch, mask), branch));
            }
        }
        return samples;
    }

    private TokenMask mask(List<SampleNode> branch, Set<Integer> seen) {
        TokenMask.Builder mask = new TokenMask.Builder();
        for (SampleNode node : branch) {
            if (node.origin() == trained && node.mask().count() > 0 && seen.add(node.id())) {
                mask.add(node.mask());
            } else {
                mask.add(false, node.ids().size());
            }
        }
        return mask.build();
    }

    private TrainingSample sample(List<SampleNode> branch, TokenMask mask) {
        TokenIds ids = TokenIds.empty();
        TokenValues.Builder logprobs = new TokenValues.Builder();
        for (SampleNode node : branch) {
            ids = ids.concat(node.ids());
            TokenValues spread = node.spreadLogprobs();
            logprobs.add(spread, 0, spread.size());
        }
        int tokens = ids.size();
        List<ImageRef> images = images(branch);
        return switch (trained) {
            case DEMONSTRATED ->
                new TrainingSample(
                        new ExpandedIds(ids),
                        mask,
                        logprobs.build(),
                        TokenValues.filled(tokens, 1.0),
                        environment,
                        null,
                        images,
                        null,
                        types.of(branch, images, tokens),
                        LossStreams.crossEntropy(mask),
                        TokenValues.filled(tokens, 0.0));
            case SAMPLED, INPUT ->
                new TrainingSample(
                        new ExpandedIds(ids),
                        mask,
                        logprobs.build(),
                        TokenValues.filled(tokens, temperature),
                        environment,
                        null,
                        images,
                        RoutedRows.joined(branch, tokens),
                        types.of(branch, images, tokens),
                        LossStreams.none(),
                        null);
        };
    }

    private static List<ImageRef> images(List<SampleNode> branch) {
        List<ImageRef> images = new ArrayList<>();
        int end = 0;
        for (SampleNode node : branch) {
            for (SidecarImage image : node.images()) {
                if (image.placeholder().offset() < end) {
                    throw refused("image " + images.size() + " begins at token "
                            + image.placeholder().offset() + ", before the previous one ends at " + end);
                }
                if (!images.isEmpty()
                        && !images.getFirst()
                                .item()
                                .family()
                                .equals(image.item().family())) {
                    throw refused("images of two families in one branch");
                }
                FileUri.parse(image.item().rawImageUri());
                images.add(new ImageRef(image.item(), image.hash(), image.placeholder()));
                end = image.placeholder().end();
            }
        }
        return images;
    }

    private static IdentityException refused(String what) {
        return new IdentityException(ErrorCode.PLACEHOLDER_MISMATCH, what, "this rollout must not be trained");
    }
}
