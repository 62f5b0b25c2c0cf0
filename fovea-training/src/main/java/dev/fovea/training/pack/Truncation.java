package dev.fovea.training.pack;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cuts a sample from the right so that it fits a row, never through an image. */
public final class Truncation {

    private final int sequenceTokens;

    /**
     * A cut at a row's length.
     *
     * @param sequenceTokens longest sample, at least 1
     */
    public Truncation(int sequenceTokens) {
        this.sequenceTokens = sequenceTokens;
    }

    /** What is left of a sample; empty where its leading image alone does not fit. */
    Optional<Cut> cut(TrainingSample sample) {
        if (sample.size() <= sequenceTokens) {
            return Optional.of(new Cut(sample.size(), sample.images().size()));
        }
        int kept = keptImages(sample.images());
        int tokens = kept == sample.images().size()
                ? sequenceTokens
                : Math.min(sample.images().get(kept).placeholder().offset(), sequenceTokens);
        return tokens == 0 ? Optional.empty() : Optional.of(new Cut(tokens, kept));
    }

    private int keptImages(List<ImageRef> images) {
        int kept = 0;
        while (kept < images.size() && fits(images.get(kept).placeholder())) {
            kept++;
        }
        return kept;
    }

    private boolean fits(PlaceholderRange range) {
        return range.end() <= sequenceTokens;
    }

    /** The sample, cut where it is too long; empty where its leading image alone does not fit. */
    public Optional<TrainingSample> fit(TrainingSample sample) {
        return cut(sample)
                .map(cut -> cut.tokens() == sample.size() ? sample : prefix(sample, cut.tokens(), cut.images()));
    }

    /** Token types stay where no image is left: all of them are 0, and the field's packers ship them so. */
    private static TrainingSample prefix(TrainingSample sample, int tokens, int images) {
        LossStreams streams = sample.streams();
        return new TrainingSample(
                new ExpandedIds(sample.ids().ids().slice(0, tokens)),
                sample.mask().slice(0, tokens),
                sample.logprobs().slice(0, tokens),
                sample.temperatures().slice(0, tokens),
                sample.envName(),
                prefix(sample.refLogprobs(), tokens),
                sample.images().subList(0, images).stream()
                        .map(image -> within(image, tokens))
                        .toList(),
                prefix(sample.routedExperts(), tokens),
                prefix(sample.tokenTypes(), tokens),
                new LossStreams(
                        prefix(streams.rl(), tokens), prefix(streams.ce(), tokens), prefix(streams.refKl(), tokens)),
                prefix(sample.advantages(), tokens));
    }

    /** The image without proofs of turns that were cut off: what the engine saw beyond the cut is no longer there to compare. */
    private static ImageRef within(ImageRef image, int tokens) {
        if (!(image.item().extra(RawImageDescriptor.ENGINE_TOKENS) instanceof List<?> turns)) {
            return image;
        }
        List<?> left = turns.stream().filter(turn -> endsWithin(turn, tokens)).toList();
        return new ImageRef(
                image.item().withExtra(RawImageDescriptor.ENGINE_TOKENS, left), image.hash(), image.placeholder());
    }

    private static boolean endsWithin(@Nullable Object turn, int tokens) {
        return turn instanceof List<?> pair
                && !pair.isEmpty()
                && pair.getFirst() instanceof Number end
                && end.longValue() <= tokens;
    }

    private static @Nullable TokenValues prefix(@Nullable TokenValues values, int tokens) {
        return values == null ? null : values.slice(0, tokens);
    }

    private static @Nullable TokenIds prefix(@Nullable TokenIds ids, int tokens) {
        return ids == null ? null : ids.slice(0, tokens);
    }

    private static @Nullable RoutedExperts prefix(@Nullable RoutedExperts experts, int tokens) {
        return experts == null ? null : experts.resized(tokens);
    }
}
