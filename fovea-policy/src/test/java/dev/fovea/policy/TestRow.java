package dev.fovea.policy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.engine.Completion;
import dev.fovea.training.feed.TrainerBatch;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.List;

/** Packs samples into one row, as a trainer gets them. */
final class TestRow {

    private record Trained(int token, double logprob, double temperature, double advantage) {}

    private final List<Trained> trained = new ArrayList<>();
    private final List<SidecarImage> pending = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final List<ImageRef> images = new ArrayList<>();
    private final List<PixelPatches> pixels = new ArrayList<>();
    private TokenIds ids = TokenIds.empty();
    private Positions positions = new Positions(TokenIds.empty(), TokenIds.empty(), TokenIds.empty());

    /** Rollouts with everything sampled trained by policy gradient. */
    static TrainerBatch sampled(List<TestRollout> rollouts, double advantage) {
        TestRow row = new TestRow();
        for (TestRollout rollout : rollouts) {
            rollout.images().images().forEach(row::image);
            for (Completion completion : rollout.completions()) {
                int start = completion.echo().prompt().size();
                for (int i = 0; i < completion.ids().size(); i++) {
                    row.train(start + i, completion.logprobs().get(i), rollout.temperature(), advantage);
                }
            }
            row.end(rollout.whole().ids());
        }
        return row.batch();
    }

    /** An image of the sample that ends next. */
    void image(SidecarImage image) {
        pending.add(image);
    }

    /** A trained token of the sample that ends next. */
    void train(int token, double logprob, double temperature, double advantage) {
        trained.add(new Trained(ids.size() + token, logprob, temperature, advantage));
    }

    void end(TokenIds sample) {
        List<PositionScheme.PlacedGrid> grids = new ArrayList<>();
        for (SidecarImage image : pending) {
            grids.add(new PositionScheme.PlacedGrid(image.placeholder(), TestEpisodes.GRID));
            images.add(new ImageRef(image.item(), image.hash(), image.placeholder()).shifted(ids.size()));
            pixels.add(TestEpisodes.pixels(image.item()));
        }
        pending.clear();
        ids = ids.concat(sample);
        lengths.add(sample.size());
        positions = joined(positions, new TestPositions().positions(sample.size(), grids));
    }

    private static Positions joined(Positions first, Positions second) {
        return new Positions(
                first.time().concat(second.time()),
                first.height().concat(second.height()),
                first.width().concat(second.width()));
    }

    TrainerBatch batch() {
        int size = ids.size();
        boolean[] mask = new boolean[size];
        double[] advantages = new double[size];
        double[] logprobs = new double[size];
        double[] temperatures = new double[size];
        for (Trained token : trained) {
            mask[token.token()] = true;
            advantages[token.token()] = token.advantage();
            logprobs[token.token()] = token.logprob();
            temperatures[token.token()] = token.temperature();
        }
        MicroBatch rows = new MicroBatch(
                new ExpandedIds(ids),
                TokenMask.of(mask),
                TokenValues.of(advantages),
                TokenValues.of(logprobs),
                positions.time(),
                lengths,
                TokenValues.of(temperatures),
                TokenNames.filled(size, "colour"),
                null,
                null,
                null,
                images,
                null,
                LossStreams.none(),
                null,
                null);
        return new TrainerBatch(rows, positions, pixels);
    }

    /** The same row with other losses. */
    static TrainerBatch with(TrainerBatch batch, TokenValues advantages, LossStreams streams, TokenMask mask) {
        MicroBatch rows = batch.rows();
        MicroBatch changed = new MicroBatch(
                rows.inputIds(),
                mask,
                advantages,
                rows.inferenceLogprobs(),
                rows.positionIds(),
                rows.sequenceLengths(),
                rows.temperatures(),
                rows.envNames(),
                null,
                null,
                null,
                rows.images(),
                null,
                streams,
                null,
                null);
        return new TrainerBatch(changed, batch.positions(), batch.images());
    }

    /** Two rows of demonstrations as one. */
    static TrainerBatch joined(TrainerBatch first, TrainerBatch second) {
        int offset = first.rows().size();
        List<ImageRef> images = new ArrayList<>(first.rows().images());
        second.rows().images().forEach(image -> images.add(image.shifted(offset)));
        List<Integer> lengths = new ArrayList<>(first.rows().sequenceLengths());
        lengths.addAll(second.rows().sequenceLengths());
        List<PixelPatches> pixels = new ArrayList<>(first.images());
        pixels.addAll(second.images());
        return demonstrated(
                first.rows().inputIds().ids().concat(second.rows().inputIds().ids()),
                first.rows().lossMask().concat(second.rows().lossMask()),
                joined(first.positions(), second.positions()),
                lengths,
                images,
                pixels);
    }

    /** A row of demonstrations with padding inside its last segment. */
    static TrainerBatch padded(TrainerBatch batch, int tokens) {
        List<Integer> lengths = new ArrayList<>(batch.rows().sequenceLengths());
        lengths.add(lengths.removeLast() + tokens);
        TokenIds zeros = TokenIds.of(new int[tokens]);
        return demonstrated(
                batch.rows().inputIds().ids().concat(zeros),
                batch.rows().lossMask().concat(TokenMask.filled(tokens, false)),
                joined(batch.positions(), new Positions(zeros, zeros, zeros)),
                lengths,
                batch.rows().images(),
                batch.images());
    }

    private static TrainerBatch demonstrated(
            TokenIds ids,
            TokenMask mask,
            Positions positions,
            List<Integer> lengths,
            List<ImageRef> images,
            List<PixelPatches> pixels) {
        MicroBatch rows = new MicroBatch(
                new ExpandedIds(ids),
                mask,
                TokenValues.filled(ids.size(), 0),
                TokenValues.filled(ids.size(), 0),
                positions.time(),
                lengths,
                TokenValues.filled(ids.size(), 1),
                TokenNames.filled(ids.size(), "colour"),
                null,
                null,
                null,
                images,
                null,
                LossStreams.crossEntropy(mask),
                null,
                null);
        return new TrainerBatch(rows, positions, pixels);
    }
}
