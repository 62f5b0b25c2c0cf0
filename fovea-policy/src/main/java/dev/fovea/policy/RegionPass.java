package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.fovea.contract.PixelDigest;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Forward passes over consecutive rows of a region. */
final class RegionPass {

    /** Tokens {@code from} to {@code to} of a turn; the earlier ones already stand in its row. */
    record Part(Turn turn, int from, int to) {}

    private final NDManager root;
    private final Rotary rotary;
    private final KvRegion region;
    private final FeatureCache features;

    RegionPass(NDManager root, Rotary rotary, KvRegion region, FeatureCache features) {
        this.root = root;
        this.rotary = rotary;
        this.region = region;
        this.features = features;
    }

    /**
     * Computes keys and values only.
     *
     * @param firstRow of the first part; the others follow
     */
    void read(LoadedModel model, int firstRow, List<Part> parts) {
        run(model, firstRow, parts, (_, _) -> {});
    }

    /** Computes keys and values, then appends a token to every turn. */
    void sample(LoadedModel model, int firstRow, List<Part> parts) {
        List<Turn> turns = parts.stream().map(Part::turn).toList();
        run(
                model,
                firstRow,
                parts,
                (step, hidden) -> Sampler.sample(step, model.text().logits(hidden), turns));
    }

    private void run(LoadedModel model, int firstRow, List<Part> parts, BiConsumer<Step, NDArray> use) {
        try (Step step = new Step(root)) {
            ImageFeatures images = features.features(step, images(parts), model.vision());
            Map<PixelDigest, Integer> firstRows = images == null ? Map.of() : images.firstRows();
            List<Stretch> stretches = new ArrayList<>();
            for (Part part : parts) {
                stretches.add(part.turn().stretch(part.from(), part.to(), firstRows));
            }
            int keys = parts.stream().mapToInt(Part::to).max().orElseThrow();
            TextInput input = new TextInput(step, stretches, rotary, keys);
            use.accept(step, model.text().hidden(input, images, region.store(step, firstRow, stretches, input)));
        }
    }

    private static Map<PixelDigest, PixelPatches> images(List<Part> parts) {
        Map<PixelDigest, PixelPatches> images = new LinkedHashMap<>();
        for (Part part : parts) {
            for (PixelPatches pixels : part.turn().pixelsWithin(part.from(), part.to())) {
                images.putIfAbsent(pixels.digest(), pixels);
            }
        }
        return images;
    }
}
