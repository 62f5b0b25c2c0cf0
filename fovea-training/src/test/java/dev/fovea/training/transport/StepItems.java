package dev.fovea.training.transport;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Rows and samples that tell by their content where they belong, so that a reader needs no copy to know what is due. */
public final class StepItems {

    private StepItems() {}

    /** The row that is due at a place: its ids and numbers are made of that place. */
    public static MicroBatch row(long step, int rank, int sequence) {
        return row(step, rank, sequence, 24, 1);
    }

    /** The same with so many tokens, and images of four tokens each at its beginning. */
    public static MicroBatch row(long step, int rank, int sequence, int tokens, int images) {
        int first = (int) (step % 1000) * 100 + rank * 10 + sequence;
        List<ImageRef> refs = new ArrayList<>();
        for (int image = 0; image < images; image++) {
            refs.add(image(step, new PlaceholderRange(1 + 5 * image, 4)));
        }
        int[] types = new int[tokens];
        boolean[] mask = new boolean[tokens];
        double[] logprobs = new double[tokens];
        for (int i = 0; i < tokens; i++) {
            types[i] = i % 5 != 0 && i < 5 * images ? 1 : 0;
            mask[i] = i >= tokens / 2;
            logprobs[i] = mask[i] ? -1.0 / (1 + (first + i) % 997) : 0.0;
        }
        return new MicroBatch(
                ExpandedIds.of(IntStream.range(first, first + tokens).toArray()),
                TokenMask.of(mask),
                TokenValues.where(TokenMask.of(mask), 0.25 * (1 + sequence)),
                TokenValues.of(logprobs),
                TokenIds.of(IntStream.range(0, tokens).toArray()),
                List.of(tokens),
                TokenValues.filled(tokens, 1.0),
                TokenNames.filled(tokens, "env"),
                null,
                List.of(tokens),
                null,
                refs,
                images == 0 ? null : TokenIds.of(types),
                LossStreams.none(),
                "run_default",
                step);
    }

    /** All rows of a rank. */
    public static List<MicroBatch> rows(long step, int rank, int count) {
        return IntStream.range(0, count)
                .mapToObj(sequence -> row(step, rank, sequence))
                .toList();
    }

    /** The sample that is due at a place. */
    public static TrainingSample sample(long step, int sequence) {
        int first = (int) step * 100 + sequence;
        boolean[] mask = {false, false, false, false, false, false, true};
        return new TrainingSample(
                ExpandedIds.of(IntStream.range(first, first + mask.length).toArray()),
                TokenMask.of(mask),
                TokenValues.filled(mask.length, -0.5),
                TokenValues.filled(mask.length, 1.0),
                "env",
                null,
                List.of(image(step, new PlaceholderRange(1, 4))),
                null,
                TokenIds.of(0, 1, 1, 1, 1, 0, 0),
                LossStreams.none(),
                TokenValues.where(TokenMask.of(mask), 0.25));
    }

    /** All samples of a step. */
    public static List<TrainingSample> samples(long step, int count) {
        return IntStream.range(0, count)
                .mapToObj(sequence -> sample(step, sequence))
                .toList();
    }

    private static ImageRef image(long step, PlaceholderRange span) {
        RawImageDescriptor descriptor = new RawImageDescriptor(
                "qwen_vl",
                null,
                Map.of("image_grid_thw", List.of(List.of(1, 4, 4))),
                null,
                "file:///assets/" + step + ".png",
                Map.of());
        return new ImageRef(descriptor, new MmHash("a".repeat(32)), span);
    }
}
