package dev.fovea.training;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cuts a sample from the right so that it fits a row, never through an image. */
final class Truncation {

    private final int sequenceTokens;

    /**
     * A cut at a row's length.
     *
     * @param sequenceTokens longest sample, at least 1
     */
    Truncation(int sequenceTokens) {
        this.sequenceTokens = sequenceTokens;
    }

    /** The sample, cut where it is too long; empty where its leading image alone does not fit. */
    Optional<TrainingSample> fit(TrainingSample sample) {
        if (sample.size() <= sequenceTokens) {
            return Optional.of(sample);
        }
        int kept = keptImages(sample.images());
        int cut = cut(sample.images(), kept);
        return cut == 0 ? Optional.empty() : Optional.of(prefix(sample, cut, kept));
    }

    private int keptImages(List<ImageRef> images) {
        int kept = 0;
        while (kept < images.size() && images.get(kept).placeholder().end() <= sequenceTokens) {
            kept++;
        }
        return kept;
    }

    private int cut(List<ImageRef> images, int kept) {
        if (kept == images.size()) {
            return sequenceTokens;
        }
        PlaceholderRange first = images.get(kept).placeholder();
        return Math.min(first.offset(), sequenceTokens);
    }

    private static TrainingSample prefix(TrainingSample sample, int cut, int images) {
        LossStreams streams = sample.streams();
        return new TrainingSample(
                new ExpandedIds(sample.ids().ids().slice(0, cut)),
                sample.mask().slice(0, cut),
                sample.logprobs().slice(0, cut),
                sample.temperatures().slice(0, cut),
                sample.envName(),
                prefix(sample.refLogprobs(), cut),
                sample.images().subList(0, images).stream()
                        .map(image -> within(image, cut))
                        .toList(),
                sample.routedExperts() == null ? null : sample.routedExperts().resized(cut),
                images == 0 ? null : prefix(sample.tokenTypes(), cut),
                new LossStreams(prefix(streams.rl(), cut), prefix(streams.ce(), cut), prefix(streams.refKl(), cut)),
                prefix(sample.advantages(), cut));
    }

    /** The image without proofs of turns that were cut off: what the engine saw beyond the cut is no longer there to compare. */
    private static ImageRef within(ImageRef image, int cut) {
        if (!(image.item().extra(RawImageDescriptor.ENGINE_TOKENS) instanceof List<?> turns)) {
            return image;
        }
        List<?> left = turns.stream()
                .filter(turn -> turn instanceof List<?> pair
                        && !pair.isEmpty()
                        && pair.getFirst() instanceof Number tokens
                        && tokens.longValue() <= cut)
                .toList();
        return new ImageRef(
                image.item().withExtra(RawImageDescriptor.ENGINE_TOKENS, left), image.hash(), image.placeholder());
    }

    private static @Nullable TokenValues prefix(@Nullable TokenValues values, int cut) {
        return values == null ? null : values.slice(0, cut);
    }

    private static @Nullable TokenIds prefix(@Nullable TokenIds ids, int cut) {
        return ids == null ? null : ids.slice(0, cut);
    }
}
