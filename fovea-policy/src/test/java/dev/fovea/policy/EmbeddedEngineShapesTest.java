package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.MmHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Completion;
import dev.fovea.vision.PixelPatches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the demonstration never does: several key/value heads and deepstack levels, images of other grids, very long prompts. */
class EmbeddedEngineShapesTest {

    @TempDir
    Path temporary;

    @Test
    void theCacheIsRightForEveryShapeOfModelAndImage() throws Exception {
        Golden golden = new Golden("general");
        List<Golden.Case> sampled = new ArrayList<>();
        List<Completion> completions = new ArrayList<>();
        GoldenCheckpoints.write(temporary.resolve("general"), golden.config());
        Map<String, PixelPatches> pixels = new HashMap<>();

        try (EmbeddedEngine engine = start("general", pixels)) {
            for (int round = 0; round < 2; round++) {
                for (Golden.Case one : golden.cases()) {
                    MultiModalData images = sidecar(one, pixels);
                    Completion completion =
                            engine.generate(TestRequests.of(one.ids(), images, TestRequests.sampling(6)));
                    completions.add(completion);
                    sampled.add(continued(one, completion));
                }
            }
        }

        assertThat(largestDifference("general", sampled, completions)).isLessThan(2e-5);
    }

    @Test
    void aPromptThatIsReadInPiecesHasTheLogprobsOfAWholeForwardPass() throws Exception {
        RandomCheckpoint.write(temporary.resolve("demo"), TestEpisodes.CONFIG, 3, Map.of());
        int[] ids = new SplittableRandom(1).ints(2_300, 0, 360).toArray();
        Golden.Case prompt = new Golden.Case(
                TokenIds.of(ids),
                List.of(),
                List.of(),
                new TestPositions().positions(ids.length, List.of()),
                List.of());

        Completion completion;
        try (EmbeddedEngine engine = start("demo", Map.of())) {
            completion =
                    engine.generate(TestRequests.of(prompt.ids(), MultiModalData.none(), TestRequests.sampling(4)));
        }

        assertThat(largestDifference("demo", List.of(continued(prompt, completion)), List.of(completion)))
                .isLessThan(1e-5);
    }

    private EmbeddedEngine start(String name, Map<String, PixelPatches> pixels) {
        return new EmbeddedEngine(
                temporary.resolve(name),
                new WeightVersion(0),
                (item, _) -> pixels.getOrDefault(item.rawImageUri(), TestEpisodes.pixels(item)),
                new TestPositions(),
                EmbeddedSettings.of("tiny"));
    }

    private static MultiModalData sidecar(Golden.Case one, Map<String, PixelPatches> pixels) {
        List<SidecarImage> images = new ArrayList<>();
        for (int i = 0; i < one.grids().size(); i++) {
            PixelPatches patches = one.pixels().get(i);
            String uri = "file:///" + patches.digest().hex();
            pixels.put(uri, patches);
            images.add(new SidecarImage(
                    new RawImageDescriptor("qwen_vl", null, Map.of("colour", 0), null, uri, Map.of()),
                    new MmHash(patches.digest().hex().substring(0, 32)),
                    one.grids().get(i).range()));
        }
        return new MultiModalData(images);
    }

    private static Golden.Case continued(Golden.Case one, Completion completion) {
        TokenIds ids = one.ids().concat(completion.ids());
        List<PositionScheme.PlacedGrid> grids = one.grids();
        return new Golden.Case(ids, grids, one.pixels(), new TestPositions().positions(ids.size(), grids), List.of());
    }

    private double largestDifference(String name, List<Golden.Case> cases, List<Completion> completions) {
        CheckpointFolder folder = CheckpointFolder.open(temporary.resolve(name));
        try (TestModel model = new TestModel(folder.config(), folder.weights(MemoryUse.SERVED))) {
            List<float[][]> logits = model.logits(cases);
            double largest = 0;
            for (int i = 0; i < cases.size(); i++) {
                largest = Math.max(largest, TestRollout.difference(completions.get(i), logits.get(i), 1));
            }
            return largest;
        }
    }
}
