package dev.fovea.policy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** One rollout of three turns against an engine, and the sequence that it became. */
final class TestRollout {

    private final String session;
    private final long seed;
    private final double temperature;
    private final List<Completion> completions = new ArrayList<>();
    private TokenIds ids = TokenIds.empty();
    private MultiModalData images = MultiModalData.none();

    private TestRollout(long seed, double temperature) {
        this.session = "rollout-" + seed;
        this.seed = seed;
        this.temperature = temperature;
    }

    static TestRollout play(Engine engine, long seed, double temperature) throws InterruptedException {
        TestRollout rollout = new TestRollout(seed, temperature);
        for (int turn = 0; turn < 3; turn++) {
            rollout.play(engine, turn);
        }
        return rollout;
    }

    private void play(Engine engine, int turn) throws InterruptedException {
        ids = ids.concat(turn == 0 ? TestEpisodes.system() : TokenIds.empty());
        SidecarImage image = TestEpisodes.sidecar((int) ((seed + 2L * turn) % TestEpisodes.COLOURS), ids.size() + 3);
        images = images.merge(new MultiModalData(List.of(image)));
        ids = ids.concat(TestEpisodes.turn(turn));
        Completion completion = engine.generate(request(turn));
        completions.add(completion);
        ids = ids.concat(completion.ids());
        if (ids.get(ids.size() - 1) != TestEpisodes.TOKENS.endOfTurn()) {
            ids = ids.concat(TokenIds.of(TestEpisodes.TOKENS.endOfTurn()));
        }
    }

    private GenerateRequest request(int turn) {
        return new GenerateRequest(
                session + "-" + turn,
                session,
                new ExpandedIds(ids),
                images,
                new SamplingParameters(temperature, 1, turn + 3, OptionalLong.of(1000 * seed + turn)),
                Set.of(TestEpisodes.TOKENS.endOfTurn()));
    }

    List<Completion> completions() {
        return completions;
    }

    List<TokenIds> sampled() {
        return completions.stream().map(Completion::ids).toList();
    }

    double temperature() {
        return temperature;
    }

    MultiModalData images() {
        return images;
    }

    /** The whole sequence for a forward pass without a cache. */
    Golden.Case whole() {
        List<PositionScheme.PlacedGrid> grids = new ArrayList<>();
        List<PixelPatches> pixels = new ArrayList<>();
        for (SidecarImage image : images.images()) {
            grids.add(new PositionScheme.PlacedGrid(image.placeholder(), new GridThw(1, 4, 4)));
            pixels.add(TestEpisodes.pixels(image.item()));
        }
        return new Golden.Case(ids, grids, pixels, new TestPositions().positions(ids.size(), grids), List.of());
    }

    /** The largest difference of the engine's log-probabilities from those that whole logits give. */
    double largestDifference(float[][] logits) {
        return completions.stream()
                .mapToDouble(completion -> difference(completion, logits))
                .max()
                .orElseThrow();
    }

    double difference(Completion completion, float[][] logits) {
        return difference(completion, logits, temperature);
    }

    /** The same of one completion. */
    static double difference(Completion completion, float[][] logits, double temperature) {
        int start = completion.echo().prompt().size();
        double largest = 0;
        for (int i = 0; i < completion.ids().size(); i++) {
            double wanted = logprob(logits[start + i - 1], completion.ids().get(i), temperature);
            largest = Math.max(largest, Math.abs(wanted - completion.logprobs().get(i)));
        }
        return largest;
    }

    private static double logprob(float[] logits, int id, double temperature) {
        double scale = temperature == 0 ? 1 : temperature;
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit / scale);
        }
        return logits[id] / scale - Math.log(sum);
    }
}
