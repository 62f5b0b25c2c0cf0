package dev.fovea.training;

import static java.util.Objects.requireNonNull;

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
import org.jspecify.annotations.Nullable;

/** One open row. Offsets of images are rebased when the row is built; the samples themselves are never changed. */
final class RowBuilder {

    /** What the field's packers write into padding. */
    private static final int PADDING_ID = 1;

    private static final double PADDING_TEMPERATURE = 1.0;

    private final int sequenceTokens;
    private final List<TrainingSample> samples = new ArrayList<>();
    private int length;

    RowBuilder(int sequenceTokens) {
        this.sequenceTokens = sequenceTokens;
    }

    boolean accepts(TrainingSample sample) {
        return length + sample.size() <= sequenceTokens && sameFamily(sample) && sameRouting(sample);
    }

    private boolean sameFamily(TrainingSample sample) {
        return sample.images().isEmpty()
                || samples.stream()
                        .flatMap(member -> member.images().stream())
                        .findFirst()
                        .map(first -> first.item()
                                .family()
                                .equals(sample.images().getFirst().item().family()))
                        .orElse(true);
    }

    private boolean sameRouting(TrainingSample sample) {
        if (samples.isEmpty()) {
            return true;
        }
        RoutedExperts ours = samples.getFirst().routedExperts();
        RoutedExperts theirs = sample.routedExperts();
        return ours == null ? theirs == null : theirs != null && ours.sameRows(theirs);
    }

    void add(TrainingSample sample) {
        samples.add(sample);
        length += sample.size();
    }

    /** The row, its last segment grown by padding up to the next multiple. */
    MicroBatch build(int padToMultipleOf) {
        int padded = Math.ceilDiv(length, padToMultipleOf) * padToMultipleOf;
        return new MicroBatch(
                ids(padded),
                mask(padded),
                required(TrainingSample::advantages, 0.0, padded),
                required(TrainingSample::logprobs, 0.0, padded),
                positions(padded),
                lengths(padded),
                required(TrainingSample::temperatures, PADDING_TEMPERATURE, padded),
                envNames(padded),
                optional(TrainingSample::refLogprobs, 0.0, padded),
                null,
                experts(padded),
                images(),
                types(padded),
                new LossStreams(
                        optional(sample -> sample.streams().rl(), 1.0, padded),
                        optional(sample -> sample.streams().ce(), 0.0, padded),
                        optional(sample -> sample.streams().refKl(), 0.0, padded)),
                null,
                null);
    }

    private ExpandedIds ids(int padded) {
        int[] ids = new int[padded];
        Arrays.fill(ids, length, padded, PADDING_ID);
        int at = 0;
        for (TrainingSample sample : samples) {
            sample.ids().ids().copyTo(ids, at);
            at += sample.size();
        }
        return ExpandedIds.of(ids);
    }

    private TokenMask mask(int padded) {
        TokenMask.Builder mask = new TokenMask.Builder();
        samples.forEach(sample -> mask.add(sample.mask()));
        return mask.add(false, padded - length).build();
    }

    /** Positions restart at 0 in every sample, and once more in the padding. */
    private TokenIds positions(int padded) {
        int[] positions = new int[padded];
        int at = 0;
        for (TrainingSample sample : samples) {
            for (int i = 0; i < sample.size(); i++) {
                positions[at++] = i;
            }
        }
        for (int i = length; i < padded; i++) {
            positions[i] = i - length;
        }
        return TokenIds.of(positions);
    }

    private List<Integer> lengths(int padded) {
        List<Integer> lengths =
                new ArrayList<>(samples.stream().map(TrainingSample::size).toList());
        lengths.set(lengths.size() - 1, lengths.getLast() + padded - length);
        return lengths;
    }

    private TokenNames envNames(int padded) {
        TokenNames.Builder names = new TokenNames.Builder();
        samples.forEach(sample -> names.add(sample.envName(), sample.size()));
        return names.add("", padded - length).build();
    }

    /** Rows of zeros behind the last sample's. All members have routed experts, or none. */
    private @Nullable RoutedExperts experts(int padded) {
        RoutedExperts first = samples.getFirst().routedExperts();
        if (first == null) {
            return null;
        }
        byte[] rows = new byte[Math.multiplyExact(padded, first.rowBytes())];
        int at = 0;
        for (TrainingSample sample : samples) {
            requireNonNull(sample.routedExperts()).copyTo(rows, at);
            at += sample.size() * first.rowBytes();
        }
        return RoutedExperts.of(rows, padded, first.layers(), first.topk(), first.dtype());
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

    private @Nullable TokenIds types(int padded) {
        if (samples.stream().allMatch(sample -> sample.tokenTypes() == null)) {
            return null;
        }
        int[] types = new int[padded];
        int at = 0;
        for (TrainingSample sample : samples) {
            if (sample.tokenTypes() != null) {
                sample.tokenTypes().copyTo(types, at);
            }
            at += sample.size();
        }
        return TokenIds.of(types);
    }

    private TokenValues required(Function<TrainingSample, @Nullable TokenValues> part, double padding, int padded) {
        return join(part, 0.0, padding, padded);
    }

    /** A stream exists where any member has it; members without it get its neutral weight, padding gets 0. */
    private @Nullable TokenValues optional(
            Function<TrainingSample, @Nullable TokenValues> part, double missing, int padded) {
        return samples.stream().allMatch(sample -> part.apply(sample) == null)
                ? null
                : join(part, missing, 0.0, padded);
    }

    private TokenValues join(
            Function<TrainingSample, @Nullable TokenValues> part, double missing, double padding, int padded) {
        TokenValues.Builder joined = new TokenValues.Builder();
        for (TrainingSample sample : samples) {
            TokenValues values = part.apply(sample);
            if (values == null) {
                joined.add(missing, sample.size());
            } else {
                joined.add(values, 0, values.size());
            }
        }
        return joined.add(padding, padded - length).build();
    }
}
