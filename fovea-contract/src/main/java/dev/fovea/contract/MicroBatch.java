package dev.fovea.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One packed row {@code [1, T]} for one rank: samples one behind the other, padding at the end inside the last segment.
 *
 * @param inputIds T expanded ids
 * @param lossMask T, true where a token is trained
 * @param advantages T
 * @param inferenceLogprobs T, the sampler's, 0 where nothing was sampled
 * @param positionIds T, one axis, restarting in every segment
 * @param sequenceLengths length of each sample; their sum is T
 * @param temperatures T, the sampler's
 * @param envNames T, which environment a token comes from
 * @param refLogprobs T, a reference policy's; null where none was asked
 * @param loraTokens tokens per adapter slot; null for a single policy
 * @param routedExperts T rows; null where no sample has them
 * @param images every image of the row, in token order
 * @param tokenTypes T, 0 text, 1 image; null where no image is
 * @param streams loss weights
 * @param runId stamped by the front end
 * @param runStep stamped by the front end
 */
public record MicroBatch(
        ExpandedIds inputIds,
        TokenMask lossMask,
        TokenValues advantages,
        TokenValues inferenceLogprobs,
        TokenIds positionIds,
        List<Integer> sequenceLengths,
        TokenValues temperatures,
        TokenNames envNames,
        @Nullable TokenValues refLogprobs,
        @Nullable List<Integer> loraTokens,
        @Nullable RoutedExperts routedExperts,
        List<ImageRef> images,
        @Nullable TokenIds tokenTypes,
        LossStreams streams,
        @Nullable String runId,
        @Nullable Long runStep) {

    public MicroBatch {
        sequenceLengths = List.copyOf(sequenceLengths);
        images = List.copyOf(images);
        loraTokens = loraTokens == null ? null : List.copyOf(loraTokens);
    }

    /** T, the tokens of the row. */
    public int size() {
        return inputIds.size();
    }

    /** The same row under the run and the run's step that it belongs to. */
    public MicroBatch stamped(@Nullable String run, @Nullable Long step) {
        return new MicroBatch(
                inputIds,
                lossMask,
                advantages,
                inferenceLogprobs,
                positionIds,
                sequenceLengths,
                temperatures,
                envNames,
                refLogprobs,
                loraTokens,
                routedExperts,
                images,
                tokenTypes,
                streams,
                run,
                step);
    }
}
