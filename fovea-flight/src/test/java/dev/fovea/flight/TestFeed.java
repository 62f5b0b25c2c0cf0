package dev.fovea.flight;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.families.qwen3vl.Qwen3VlPositions;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.training.feed.BatchMaker;
import dev.fovea.training.feed.FeedModel;
import dev.fovea.training.feed.MultimodalSettings;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.RankFeed;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Steps whose pixels tell which row and image they are of. */
final class TestFeed {

    /** Patches of 32 by 32 pixels, four of them an image. */
    private static final QwenVlSettings SETTINGS =
            new QwenVlSettings(32, 1, 2, 1, 1 << 20, List.of(0.5, 0.5, 0.5), List.of(0.5, 0.5, 0.5));

    static final int PATCH_WIDTH = 3 * 32 * 32;
    static final long IMAGE_BYTES = 4L * PATCH_WIDTH * Float.BYTES;
    static final FeedModel MODEL = new FeedModel(
            "qwen3-vl",
            new QwenVlImageProcessor(SETTINGS, PixelBackend.TORCHVISION),
            new Qwen3VlPositions(2),
            new ForwardPolicy(false, true));

    private TestFeed() {}

    static BatchMaker maker() {
        return new BatchMaker(MODEL, new NumberedPixels(), MultimodalSettings.DEFAULTS, new ProofLedger());
    }

    static RankFeed feed(PixelBudget budget, List<List<MicroBatch>> steps) {
        return new RankFeed(new Steps(steps), maker(), budget, 0);
    }

    /** A row of one sample: a token before each image, one behind the last. */
    static MicroBatch row(int number, int images) {
        List<ImageRef> references = new ArrayList<>();
        int size = 2 * images + 1;
        int[] types = new int[size];
        for (int i = 0; i < images; i++) {
            types[2 * i + 1] = 1;
            references.add(new ImageRef(
                    new RawImageDescriptor(
                            "qwen_vl",
                            null,
                            Map.of("image_grid_thw", List.of(List.of(1, 2, 2))),
                            null,
                            "file:///pictures/" + number + "." + i,
                            Map.of()),
                    new MmHash(String.format("%032x", 1000 * number + i)),
                    new PlaceholderRange(2 * i + 1, 1)));
        }
        boolean[] mask = new boolean[size];
        Arrays.fill(mask, 1, size, true);
        return new MicroBatch(
                ExpandedIds.of(
                        IntStream.range(100 * number, 100 * number + size).toArray()),
                TokenMask.of(mask),
                TokenValues.filled(size, 0.5),
                TokenValues.filled(size, 0),
                TokenIds.of(IntStream.range(0, size).toArray()),
                List.of(size),
                TokenValues.filled(size, 1),
                TokenNames.filled(size, "env"),
                null,
                null,
                null,
                references,
                images == 0 ? null : TokenIds.of(types),
                LossStreams.none(),
                "run",
                1L);
    }

    /** Every value of an image is the number that its hash is. */
    private static final class NumberedPixels implements PixelSource {

        @Override
        public PixelPatches pixels(RawImageDescriptor item, MmHash hash) {
            throw new AssertionError("batches make pixels in place");
        }

        @Override
        public GridThw pixelsInto(RawImageDescriptor item, MmHash hash, ByteBuffer target) {
            ByteBuffer values = target.order(ByteOrder.LITTLE_ENDIAN);
            while (values.hasRemaining()) {
                values.putFloat(Integer.parseInt(hash.hex(), 16));
            }
            return new GridThw(1, 2, 2);
        }
    }

    /** Steps from 1 on. */
    private static final class Steps implements StepReceiver<MicroBatch> {

        private final List<List<MicroBatch>> steps;
        private int released;

        Steps(List<List<MicroBatch>> steps) {
            this.steps = steps;
        }

        @Override
        public Optional<IncomingStep<MicroBatch>> poll(Duration patience) {
            return released == steps.size() ? Optional.empty() : Optional.of(new Step(released + 1));
        }

        @Override
        public void close() {}

        private final class Step implements IncomingStep<MicroBatch> {

            private final int step;

            Step(int step) {
                this.step = step;
            }

            @Override
            public long step() {
                return step;
            }

            @Override
            public int size() {
                return steps.get(step - 1).size();
            }

            @Override
            public Iterator<MicroBatch> iterator() {
                return steps.get(step - 1).iterator();
            }

            @Override
            public void release() {
                released = step;
            }

            @Override
            public void close() {}
        }
    }
}
