package dev.fovea.training;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
        return length + sample.size() <= sequenceTokens && sameFamily(sample);
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
                null,
                images(),
                types(padded),
                new LossStreams(
                        stream(sample -> sample.streams().rl(), 1.0, padded),
                        stream(sample -> sample.streams().ce(), 0.0, padded),
                        stream(sample -> sample.streams().refKl(), 0.0, padded)),
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
        TokenMask mask = TokenMask.filled(0, false);
        for (TrainingSample sample : samples) {
            mask = mask.concat(sample.mask());
        }
        return mask.concat(TokenMask.filled(padded - length, false));
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

    private List<String> envNames(int padded) {
        List<String> names = new ArrayList<>(padded);
        for (TrainingSample sample : samples) {
            names.addAll(Collections.nCopies(sample.size(), sample.envName()));
        }
        names.addAll(Collections.nCopies(padded - length, ""));
        return names;
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
    private @Nullable TokenValues stream(
            Function<TrainingSample, @Nullable TokenValues> part, double missing, int padded) {
        return samples.stream().allMatch(sample -> part.apply(sample) == null)
                ? null
                : join(part, missing, 0.0, padded);
    }

    private TokenValues join(
            Function<TrainingSample, @Nullable TokenValues> part, double missing, double padding, int padded) {
        double[] joined = new double[padded];
        Arrays.fill(joined, length, padded, padding);
        int at = 0;
        for (TrainingSample sample : samples) {
            TokenValues values = part.apply(sample);
            for (int i = 0; i < sample.size(); i++) {
                joined[at++] = values == null ? missing : values.get(i);
            }
        }
        return TokenValues.of(joined);
    }
}
