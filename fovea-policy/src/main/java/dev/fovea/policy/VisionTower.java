package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.PixelDigest;
import dev.fovea.vision.PixelPatches;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Patches to image tokens: patch embedding, interpolated positions, blocks with full attention inside an image, and a merger that
 * makes one token of {@code merge x merge} patches. Images of one grid go through together.
 */
final class VisionTower {

    private static final String AT = "model.visual.";

    private final Qwen3VlConfig.Vision config;
    private final Parameters weights;
    private final NDArray patchWeight;
    private final List<VisionBlock> blocks = new ArrayList<>();
    private final VisionMerger merger;
    private final List<VisionMerger> deepstack = new ArrayList<>();

    /** @param owner of the few arrays that are made here and not at each call */
    VisionTower(Qwen3VlConfig.Vision config, Parameters weights, NDManager owner) {
        this.config = config;
        this.weights = weights;
        this.patchWeight = weights.get(AT + "patch_embed.proj.weight").reshape(config.hidden(), config.patchWidth());
        patchWeight.attach(owner);
        VisionBlock.Constants constants = VisionBlock.Constants.of(config, owner);
        for (int i = 0; i < config.depth(); i++) {
            blocks.add(new VisionBlock(config, constants, weights, AT + "blocks." + i + "."));
        }
        this.merger = new VisionMerger(config, weights, AT + "merger.", VisionMerger.Order.NORM_THEN_MERGE);
        for (int i = 0; i < config.deepstackBlocks().size(); i++) {
            deepstack.add(new VisionMerger(
                    config, weights, AT + "deepstack_merger_list." + i + ".", VisionMerger.Order.MERGE_THEN_NORM));
        }
    }

    /** The tokens of all given images; equal digests are encoded once. */
    ImageFeatures encode(Step step, Collection<PixelPatches> images) {
        Map<GridThw, Map<PixelDigest, PixelPatches>> byGrid = new LinkedHashMap<>();
        for (PixelPatches image : images) {
            byGrid.computeIfAbsent(image.grid(), _ -> new LinkedHashMap<>()).putIfAbsent(image.digest(), image);
        }
        Map<PixelDigest, Integer> firstRows = new HashMap<>();
        List<List<NDArray>> levels = new ArrayList<>();
        for (int i = 0; i <= deepstack.size(); i++) {
            levels.add(new ArrayList<>());
        }
        int tokens = 0;
        for (Map.Entry<GridThw, Map<PixelDigest, PixelPatches>> group : byGrid.entrySet()) {
            List<NDArray> encoded =
                    encode(step, group.getKey(), group.getValue().values());
            for (int i = 0; i < encoded.size(); i++) {
                levels.get(i).add(encoded.get(i));
            }
            for (PixelDigest digest : group.getValue().keySet()) {
                firstRows.put(digest, tokens);
                tokens += group.getKey().patches() / (config.merge() * config.merge());
            }
        }
        NDArray[] stacked = levels.stream().flatMap(List::stream).toArray(NDArray[]::new);
        return new ImageFeatures(Ops.concat(0, stacked), tokens, firstRows);
    }

    private List<NDArray> encode(Step step, GridThw grid, Collection<PixelPatches> images) {
        VisionGrid places = new VisionGrid(grid, config);
        int count = images.size();
        NDArray x = Ops.linear(pixels(step, images), patchWeight, weights.get(AT + "patch_embed.proj.bias"));
        x = x.reshape(count, places.patches, config.hidden())
                .add(positions(step, places))
                .reshape((long) count * places.patches, config.hidden());
        long pairs = config.hidden() / config.heads() / 2;
        Ops.Turn turn = new Ops.Turn(
                step.floats(places.cosines, places.patches, 2, pairs),
                step.floats(places.sines, places.patches, 2, pairs));
        List<NDArray> additions = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            x = blocks.get(i).forward(x, count, turn);
            for (int level = 0; level < deepstack.size(); level++) {
                if (config.deepstackBlocks().get(level) == i) {
                    additions.add(deepstack.get(level).forward(x));
                }
            }
        }
        List<NDArray> levels = new ArrayList<>(List.of(merger.forward(x)));
        levels.addAll(additions);
        return levels;
    }

    private NDArray pixels(Step step, Collection<PixelPatches> images) {
        int patches = images.stream().mapToInt(image -> image.grid().patches()).sum();
        MemorySegment target = step.newFloats((long) patches * config.patchWidth());
        long at = 0;
        for (PixelPatches image : images) {
            MemorySegment source = MemorySegment.ofBuffer(image.data());
            MemorySegment.copy(source, 0, target, at, source.byteSize());
            at += source.byteSize();
        }
        return step.floats(target, patches, config.patchWidth());
    }

    private NDArray positions(Step step, VisionGrid places) {
        NDArray neighbours = Ops.rows(weights.get(AT + "pos_embed.weight"), step.indices(places.neighbours));
        return neighbours
                .reshape(places.patches, VisionGrid.NEIGHBOURS, config.hidden())
                .mul(step.floats(places.shares, places.patches, VisionGrid.NEIGHBOURS, 1))
                .sum(new int[] {1});
    }
}
