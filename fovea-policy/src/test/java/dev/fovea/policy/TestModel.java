package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PositionScheme;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The whole forward pass without a cache, as plainly as it can be called. */
final class TestModel implements AutoCloseable {

    private final Qwen3VlConfig config;
    private final WeightMemory memory;
    private final NDManager manager;
    private final VisionTower vision;
    private final TextModel text;

    TestModel(Qwen3VlConfig config, WeightMemory memory) {
        this.config = config;
        this.memory = memory;
        this.manager = LibTorch.enterThread(1);
        Parameters parameters = Parameters.frozen(manager, memory);
        this.vision = new VisionTower(config.vision(), parameters, manager);
        this.text = new TextModel(config.text(), parameters, manager);
    }

    /** Logits of every token, sequence by sequence, {@code [tokens][vocabulary]}. */
    List<float[][]> logits(List<Golden.Case> cases) {
        try (Step step = new Step(manager)) {
            List<PixelPatches> pixels =
                    cases.stream().flatMap(one -> one.pixels().stream()).toList();
            ImageFeatures features = pixels.isEmpty() ? null : vision.encode(step, pixels);
            List<Stretch> stretches = new ArrayList<>();
            for (Golden.Case one : cases) {
                int length = one.ids().size();
                stretches.add(new Stretch(
                        one.ids().toArray(),
                        one.positions(),
                        features == null ? List.of() : placed(one, features.firstRows()),
                        0,
                        length,
                        IntStream.range(0, length).toArray()));
            }
            int longest = stretches.stream().mapToInt(Stretch::length).max().orElseThrow();
            TextInput input = new TextInput(step, stretches, new Rotary(config.text()), longest);
            NDArray logits = text.logits(text.hidden(input, features, KeyValueStore.none(config.text(), input)));
            return unpad(Step.toFloats(logits), stretches, longest);
        }
    }

    private List<float[][]> unpad(float[] logits, List<Stretch> stretches, int longest) {
        int vocabulary = config.text().vocabulary();
        List<float[][]> sequences = new ArrayList<>();
        for (int s = 0; s < stretches.size(); s++) {
            float[][] rows = new float[stretches.get(s).length()][vocabulary];
            for (int token = 0; token < rows.length; token++) {
                System.arraycopy(logits, (s * longest + token) * vocabulary, rows[token], 0, vocabulary);
            }
            sequences.add(rows);
        }
        return sequences;
    }

    private static List<Stretch.PlacedImage> placed(Golden.Case one, Map<PixelDigest, Integer> firstRows) {
        List<Stretch.PlacedImage> placed = new ArrayList<>();
        for (int i = 0; i < one.grids().size(); i++) {
            PositionScheme.PlacedGrid grid = one.grids().get(i);
            placed.add(new Stretch.PlacedImage(
                    grid.range(), firstRows.getOrDefault(one.pixels().get(i).digest(), -1)));
        }
        return placed;
    }

    @Override
    public void close() {
        manager.close();
        memory.close();
    }
}
