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
 * @param refLogprobs N, a reference policy's; null where none was asked
 * @param images in token order; their ranges lie inside the sample
 * @param routedExperts N rows; null where the sampler routes nothing or did not tell
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
        @Nullable TokenValues refLogprobs,
        List<ImageRef> images,
        @Nullable RoutedExperts routedExperts,
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
        return withScores(scored, streams, refLogprobs);
    }

    /** One value on every trained token and 0 elsewhere. */
    public TrainingSample withAdvantage(double advantage) {
        return withAdvantages(TokenValues.where(mask, advantage));
    }

    /** The same sample with what an algorithm wrote. */
    public TrainingSample withScores(
            @Nullable TokenValues scored, LossStreams weights, @Nullable TokenValues reference) {
        return new TrainingSample(
                ids,
                mask,
                logprobs,
                temperatures,
                envName,
                reference,
                images,
                routedExperts,
                tokenTypes,
                weights,
                scored);
    }

    /** The same sample with other tokens to train. */
    public TrainingSample withMask(TokenMask trained) {
        return new TrainingSample(
                ids,
                trained,
                logprobs,
                temperatures,
                envName,
                refLogprobs,
                images,
                routedExperts,
                tokenTypes,
                streams,
                advantages);
    }

    /** The same sample with other references to the same images. */
    public TrainingSample withImages(List<ImageRef> references) {
        return new TrainingSample(
                ids,
                mask,
                logprobs,
                temperatures,
                envName,
                refLogprobs,
                references,
                routedExperts,
                tokenTypes,
                streams,
                advantages);
    }

    /** The same sample with other temperatures. */
    public TrainingSample withTemperatures(TokenValues sampled) {
        return new TrainingSample(
                ids,
                mask,
                logprobs,
                sampled,
                envName,
                refLogprobs,
                images,
                routedExperts,
                tokenTypes,
                streams,
                advantages);
    }
}
