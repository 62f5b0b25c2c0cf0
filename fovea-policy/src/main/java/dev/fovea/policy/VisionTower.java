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

    /** Attention scores of one pass; bounds its memory, 64 MB a copy. */
    private static final long PASS_SCORES = 16L << 20;

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
        Map<PixelDigest, Integer> firstRows = new HashMap<>();
        List<List<NDArray>> levels = new ArrayList<>();
        for (int i = 0; i <= deepstack.size(); i++) {
            levels.add(new ArrayList<>());
        }
        int tokens = 0;
        for (List<PixelPatches> group : groups(images)) {
            List<NDArray> encoded = encodeGroup(step, group);
            for (int i = 0; i < encoded.size(); i++) {
                levels.get(i).add(encoded.get(i));
            }
            for (PixelPatches image : group) {
                firstRows.put(image.digest(), tokens);
                tokens += image.grid().patches() / (config.merge() * config.merge());
            }
        }
        NDArray[] stacked = levels.stream().flatMap(List::stream).toArray(NDArray[]::new);
        return new ImageFeatures(Ops.concat(0, stacked), tokens, firstRows);
    }

    /** Different images of one grid, as many as one pass may hold. */
    private List<List<PixelPatches>> groups(Collection<PixelPatches> images) {
        Map<PixelDigest, PixelPatches> different = new LinkedHashMap<>();
        images.forEach(image -> different.putIfAbsent(image.digest(), image));
        Map<GridThw, List<PixelPatches>> open = new HashMap<>();
        List<List<PixelPatches>> groups = new ArrayList<>();
        for (PixelPatches image : different.values()) {
            List<PixelPatches> group = open.get(image.grid());
            if (group == null || (group.size() + 1) * scores(image.grid()) > PASS_SCORES) {
                group = new ArrayList<>();
                groups.add(group);
                open.put(image.grid(), group);
            }
            group.add(image);
        }
        return groups;
    }

    private long scores(GridThw grid) {
        return (long) config.heads() * grid.patches() * grid.patches();
    }

    /** Each level's tokens, image by image. */
    private List<NDArray> encodeGroup(Step step, List<PixelPatches> images) {
        VisionGrid places = new VisionGrid(images.getFirst().grid(), config);
        int count = images.size();
        NDArray x = Ops.linear(pixels(step, images), patchWeight, weights.get(AT + "patch_embed.proj.bias"));
        x = x.reshape(count, places.patches, config.hidden())
                .add(positions(step, places))
                .reshape((long) count * places.patches, config.hidden());
        long pairs = config.hidden() / config.heads() / 2;
        Ops.Rotation rotation = new Ops.Rotation(
                step.floats(places.cosines, places.patches, 2, pairs),
                step.floats(places.sines, places.patches, 2, pairs));
        List<NDArray> additions = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            VisionBlock block = blocks.get(i);
            x = Ops.layer(x, before -> block.forward(before, count, rotation));
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
