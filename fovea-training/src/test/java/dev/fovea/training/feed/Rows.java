package dev.fovea.training.feed;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows for tests. */
final class Rows {

    private Rows() {}

    static MicroBatch text(int size) {
        return of(size, List.of());
    }

    /** One sample with images. */
    static MicroBatch of(int size, List<ImageRef> images) {
        int[] types = new int[size];
        images.forEach(image -> Arrays.fill(
                types, image.placeholder().offset(), image.placeholder().end(), 1));
        return new MicroBatch(
                ExpandedIds.of(IntStream.range(0, size).toArray()),
                TokenMask.filled(size, true),
                TokenValues.filled(size, 1),
                TokenValues.filled(size, 0),
                TokenIds.of(IntStream.range(0, size).toArray()),
                List.of(size),
                TokenValues.filled(size, 1),
                TokenNames.filled(size, "env"),
                null,
                null,
                null,
                images,
                images.isEmpty() ? null : TokenIds.of(types),
                LossStreams.none(),
                null,
                null);
    }

    static MicroBatch withTypes(MicroBatch row, @Nullable TokenIds types) {
        return with(row, row.images(), types);
    }

    static MicroBatch ofFamily(MicroBatch row, String family) {
        List<ImageRef> images = row.images().stream()
                .map(image -> new ImageRef(family(image.item(), family), image.hash(), image.placeholder()))
                .toList();
        return with(row, images, row.tokenTypes());
    }

    private static RawImageDescriptor family(RawImageDescriptor item, String family) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>(item.members());
        members.put("family", family);
        return new RawImageDescriptor(members);
    }

    static MicroBatch with(MicroBatch row, List<ImageRef> images, @Nullable TokenIds types) {
        return new MicroBatch(
                row.inputIds(),
                row.lossMask(),
                row.advantages(),
                row.inferenceLogprobs(),
                row.positionIds(),
                row.sequenceLengths(),
                row.temperatures(),
                row.envNames(),
                row.refLogprobs(),
                row.loraTokens(),
                row.routedExperts(),
                images,
                types,
                row.streams(),
                row.runId(),
                row.runStep());
    }
}
