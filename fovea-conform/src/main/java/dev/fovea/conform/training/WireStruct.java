package dev.fovea.conform.training;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.WireCodec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One type of the wire with its codec and its recorded form. */
record WireStruct<T>(String name, WireCodec<T> codec, Function<T, @Nullable Object> form) {

    private static final List<WireStruct<?>> ALL = List.of(
            new WireStruct<>("TrainingBatch", WireCodec.TRAINING_BATCH, WireForms::batch),
            new WireStruct<>("TrainingSample", WireCodec.TRAINING_SAMPLE, WireForms::sample),
            new WireStruct<>("list[MicroBatch]", WireCodec.MICRO_BATCHES, WireForms::microBatches),
            new WireStruct<>("MMRefs", WireCodec.IMAGE_REFS, WireForms::refs),
            new WireStruct<>("MMImageRef", WireCodec.IMAGE_REF, WireForms::ref),
            new WireStruct<>("RoutedExperts", WireCodec.ROUTED_EXPERTS, WireForms::experts));

    static Optional<WireStruct<?>> named(String name) {
        for (WireStruct<?> struct : ALL) {
            if (struct.name.equals(name)) {
                return Optional.of(struct);
            }
        }
        return Optional.empty();
    }

    @Nullable Object plain(T value) {
        return form.apply(value);
    }

    /** Half of a surrogate pair as environment. */
    static boolean refusesHalfPairs() {
        TrainingSample sample = new TrainingSample(
                ExpandedIds.of(1),
                TokenMask.of(true),
                TokenValues.of(0),
                TokenValues.of(1),
                "\ud800",
                null,
                List.of(),
                null,
                null,
                LossStreams.none(),
                null);
        try {
            return Arrays.equals(WireCodec.TRAINING_SAMPLE.encode(sample), new byte[0]);
        } catch (RequestException refused) {
            return true;
        }
    }
}
