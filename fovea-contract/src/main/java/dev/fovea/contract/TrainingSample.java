package dev.fovea.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One branch of a rollout, ready for training: N tokens and everything beside them.
 *
 * @param ids N expanded ids
 * @param mask N, true where a token is trained
 * @param logprobs N, the sampler's, 0 where nothing was sampled
 * @param temperatures N, the sampler's
 * @param envName which environment it comes from
 * @param images in token order; their ranges lie inside the sample
 * @param tokenTypes N, 0 text, 1 image; null where no image is
 * @param streams loss weights
 * @param advantages N; null until a group was scored
 */
public record TrainingSample(
        ExpandedIds ids,
        TokenMask mask,
        TokenValues logprobs,
        TokenValues temperatures,
        String envName,
        List<ImageRef> images,
        @Nullable TokenIds tokenTypes,
        LossStreams streams,
        @Nullable TokenValues advantages) {

    public TrainingSample {
        images = List.copyOf(images);
    }

    public int size() {
        return ids.size();
    }

    /** The same sample with its advantages. */
    public TrainingSample withAdvantages(TokenValues scored) {
        return new TrainingSample(ids, mask, logprobs, temperatures, envName, images, tokenTypes, streams, scored);
    }

    /** One value on every trained token and 0 elsewhere. */
    public TrainingSample withAdvantage(double advantage) {
        double[] spread = new double[size()];
        for (int i = 0; i < spread.length; i++) {
            spread[i] = mask.get(i) ? advantage : 0.0;
        }
        return withAdvantages(TokenValues.of(spread));
    }
}
