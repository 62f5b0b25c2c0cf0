package dev.fovea.cli;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TrainingSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Samples and rows with one thing changed: the faults of {@link IdentityFaultsTest}. */
final class SampleEdits {

    private SampleEdits() {}

    static RawImageDescriptor withoutFingerprint(RawImageDescriptor item) {
        return new RawImageDescriptor(
                item.family(), null, item.payload(), item.vllmModality(), item.rawImageUri(), item.extras());
    }

    /** The first reference, with the second one's file. */
    static ImageRef filed(ImageRef image, ImageRef other) {
        RawImageDescriptor item = image.item();
        return new ImageRef(
                new RawImageDescriptor(
                        item.family(),
                        item.layoutFingerprint(),
                        item.payload(),
                        item.vllmModality(),
                        other.item().rawImageUri(),
                        item.extras()),
                image.hash(),
                image.placeholder());
    }

    static List<ImageRef> shifted(List<ImageRef> images, int tokens) {
        return images.stream()
                .map(image -> new ImageRef(
                        image.item(),
                        image.hash(),
                        new PlaceholderRange(
                                image.placeholder().offset() + tokens,
                                image.placeholder().length())))
                .toList();
    }

    static List<ImageRef> swapped(List<ImageRef> images) {
        List<ImageRef> swapped = new ArrayList<>(images);
        Collections.swap(swapped, 0, 1);
        for (int i = 0; i < images.size(); i++) {
            ImageRef image = swapped.get(i);
            swapped.set(
                    i, new ImageRef(image.item(), image.hash(), images.get(i).placeholder()));
        }
        return swapped;
    }

    static TokenIds types(int size, List<ImageRef> images) {
        int[] types = new int[size];
        for (ImageRef image : images) {
            for (int i = image.placeholder().offset(); i < image.placeholder().end(); i++) {
                types[i] = 1;
            }
        }
        return TokenIds.of(types);
    }

    static ExpandedIds changed(ExpandedIds ids, int at) {
        int[] changed = ids.ids().toArray();
        changed[at]++;
        return ExpandedIds.of(changed);
    }

    static List<TrainingSample> withImages(List<TrainingSample> samples, UnaryOperator<List<ImageRef>> change) {
        return samples.stream()
                .map(sample -> with(sample, sample.ids(), change.apply(sample.images()), sample.tokenTypes()))
                .toList();
    }

    static TrainingSample with(
            TrainingSample sample, ExpandedIds ids, List<ImageRef> images, @Nullable TokenIds types) {
        return new TrainingSample(
                ids,
                sample.mask(),
                sample.logprobs(),
                sample.temperatures(),
                sample.envName(),
                sample.refLogprobs(),
                images,
                sample.routedExperts(),
                types,
                sample.streams(),
                sample.advantages());
    }

    static MicroBatch with(MicroBatch row, ExpandedIds ids, List<ImageRef> images) {
        return new MicroBatch(
                ids,
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
                row.tokenTypes(),
                row.streams(),
                row.runId(),
                row.runStep());
    }
}
