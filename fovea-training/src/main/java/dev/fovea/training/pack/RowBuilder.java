package dev.fovea.training.pack;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Joins the samples of a row. Long stretches are shared with the samples, and offsets of images are rebased on the way; the samples
 * themselves are never changed.
 */
final class RowBuilder {

    /** What the field's packers write into padding. */
    private static final int PADDING_ID = 1;

    private static final double PADDING_TEMPERATURE = 1.0;

    private final List<TrainingSample> samples;
    private final List<Integer> adapters;
    private final int padding;
    private final Constants constants;

    /** Ids that every row needs, made once. */
    record Constants(TokenIds ramp, TokenIds zeros, int adapterSlots) {

        static Constants of(int longestRow, int adapterSlots) {
            return new Constants(
                    TokenIds.of(IntStream.range(0, longestRow).toArray()),
                    TokenIds.of(new int[longestRow]),
                    adapterSlots);
        }
    }

    /**
     * A row.
     *
     * @param adapters slot of each sample
     * @param padding tokens behind the last sample
     */
    RowBuilder(List<TrainingSample> samples, List<Integer> adapters, int padding, Constants constants) {
        this.samples = samples;
        this.adapters = adapters;
        this.padding = padding;
        this.constants = constants;
    }

    MicroBatch build() {
        return row(
                mask(),
                values(TrainingSample::advantages, 0.0, 0.0),
                new LossStreams(
                        optional(sample -> sample.streams().rl(), 1.0),
                        optional(sample -> sample.streams().ce(), 0.0),
                        optional(sample -> sample.streams().refKl(), 0.0)));
    }

    /** Costs as much and trains nothing. */
    MicroBatch buildFiller() {
        int size = size();
        return row(TokenMask.filled(size, false), TokenValues.filled(size, 0.0), LossStreams.none());
    }

    private MicroBatch row(TokenMask mask, TokenValues advantages, LossStreams streams) {
        return new MicroBatch(
                new ExpandedIds(ids()),
                mask,
                advantages,
                values(TrainingSample::logprobs, 0.0, 0.0),
                positions(),
                lengths(),
                values(TrainingSample::temperatures, PADDING_TEMPERATURE, PADDING_TEMPERATURE),
                envNames(),
                optional(TrainingSample::refLogprobs, 0.0),
                adapterTokens(),
                experts(),
                images(),
                types(),
                streams,
                null,
                null);
    }

    private int size() {
        return samples.stream().mapToInt(TrainingSample::size).sum() + padding;
    }

    private TokenIds ids() {
        int[] pads = new int[padding];
        Arrays.fill(pads, PADDING_ID);
        TokenIds ids = TokenIds.empty();
        for (TrainingSample sample : samples) {
            ids = ids.concat(sample.ids().ids());
        }
        return ids.concat(TokenIds.of(pads));
    }

    private TokenMask mask() {
        TokenMask.Builder mask = new TokenMask.Builder();
        samples.forEach(sample -> mask.add(sample.mask()));
        return mask.add(false, padding).build();
    }

    /** Positions restart at 0 in every sample, and once more in the padding. */
    private TokenIds positions() {
        TokenIds positions = TokenIds.empty();
        for (TrainingSample sample : samples) {
            positions = positions.concat(constants.ramp.slice(0, sample.size()));
        }
        return positions.concat(constants.ramp.slice(0, padding));
    }

    /** Padding is part of the last sample, so that attention has no segment of its own for it. */
    private List<Integer> lengths() {
        List<Integer> lengths =
                new ArrayList<>(samples.stream().map(TrainingSample::size).toList());
        lengths.set(lengths.size() - 1, lengths.getLast() + padding);
        return lengths;
    }

    private TokenNames envNames() {
        TokenNames.Builder names = new TokenNames.Builder();
        samples.forEach(sample -> names.add(sample.envName(), sample.size()));
        return names.add("", padding).build();
    }

    /** Padding counts for the last slot, so that slots ascend along the row. */
    private List<Integer> adapterTokens() {
        int[] tokens = new int[constants.adapterSlots];
        for (int i = 0; i < samples.size(); i++) {
            tokens[adapters.get(i)] += samples.get(i).size();
        }
        tokens[tokens.length - 1] += padding;
        return IntStream.of(tokens).boxed().toList();
    }

    private @Nullable RoutedExperts experts() {
        RoutedExperts first = samples.getFirst().routedExperts();
        if (first == null) {
            return null;
        }
        byte[] rows = new byte[Math.multiplyExact(size(), first.rowBytes())];
        int at = 0;
        for (TrainingSample sample : samples) {
            RoutedExperts own = sample.routedExperts();
            if (own != null) {
                own.copyTo(rows, at);
            }
            at += sample.size() * first.rowBytes();
        }
        return RoutedExperts.of(rows, size(), first.layers(), first.topk(), first.dtype());
    }

    private List<ImageRef> images() {
        List<ImageRef> images = new ArrayList<>();
        int at = 0;
        for (TrainingSample sample : samples) {
            for (ImageRef image : sample.images()) {
                images.add(image.shifted(at));
            }
            at += sample.size();
        }
        return images;
    }

    /** Where one sample has types, those of text are 0. */
    private @Nullable TokenIds types() {
        if (samples.stream().allMatch(sample -> sample.tokenTypes() == null)) {
            return null;
        }
        TokenIds types = TokenIds.empty();
        for (TrainingSample sample : samples) {
            types = types.concat(
                    sample.tokenTypes() == null ? constants.zeros.slice(0, sample.size()) : sample.tokenTypes());
        }
        return types.concat(constants.zeros.slice(0, padding));
    }

    /** A stream exists where any member has it; members without it get its neutral weight, padding gets 0. */
    private @Nullable TokenValues optional(Function<TrainingSample, @Nullable TokenValues> part, double missing) {
        return samples.stream().allMatch(sample -> part.apply(sample) == null) ? null : values(part, missing, 0.0);
    }

    private TokenValues values(Function<TrainingSample, @Nullable TokenValues> part, double missing, double pad) {
        TokenValues.Builder joined = new TokenValues.Builder();
        for (TrainingSample sample : samples) {
            TokenValues values = part.apply(sample);
            if (values == null) {
                joined.add(missing, sample.size());
            } else {
                joined.add(values, 0, values.size());
            }
        }
        return joined.add(pad, padding).build();
    }
}
