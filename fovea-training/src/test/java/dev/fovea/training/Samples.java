package dev.fovea.training;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Samples for tests. */
public final class Samples {

    private Samples() {}

    /** {@code size} tokens from {@code firstId} on, the last one trained, with images at the given spans. */
    public static TrainingSample of(int firstId, int size, PlaceholderRange... spans) {
        int[] types = new int[size];
        for (PlaceholderRange span : spans) {
            Arrays.fill(types, span.offset(), Math.min(size, span.end()), 1);
        }
        boolean[] mask = new boolean[size];
        mask[size - 1] = true;
        return new TrainingSample(
                ExpandedIds.of(IntStream.range(firstId, firstId + size).toArray()),
                TokenMask.of(mask),
                TokenValues.filled(size, -0.5),
                TokenValues.filled(size, 1.0),
                "env",
                null,
                Arrays.stream(spans).map(Samples::image).toList(),
                null,
                spans.length == 0 ? null : TokenIds.of(types),
                LossStreams.none(),
                TokenValues.filled(size, 0.25));
    }

    public static PlaceholderRange span(int offset, int length) {
        return new PlaceholderRange(offset, length);
    }

    public static ImageRef image(PlaceholderRange span) {
        return new ImageRef(descriptor("qwen_vl", "file:///i.png"), new MmHash("a".repeat(32)), span);
    }

    public static RawImageDescriptor descriptor(String family, String uri) {
        return new RawImageDescriptor(
                family, null, Map.of("image_grid_thw", List.of(List.of(1, 2, 2))), null, uri, Map.of());
    }
}
