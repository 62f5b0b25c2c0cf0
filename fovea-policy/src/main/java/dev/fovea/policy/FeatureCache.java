package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import dev.fovea.contract.PixelDigest;
import dev.fovea.vision.PixelPatches;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encoded images of one weight version, by digest of their pixels: an image that stands in many rollouts and turns goes through the
 * vision tower once. Bounded; the least recently used go first. Not thread safe.
 */
final class FeatureCache {

    private final long maxBytes;
    private final int levels;
    private final int hidden;
    private final int mergedPatches;
    /** {@code [levels, tokens, hidden]} each. */
    private final Map<PixelDigest, float[]> images = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    FeatureCache(long maxBytes, Qwen3VlConfig.Vision config) {
        this.maxBytes = maxBytes;
        this.levels = 1 + config.deepstackBlocks().size();
        this.hidden = config.outHidden();
        this.mergedPatches = config.merge() * config.merge();
    }

    void clear() {
        images.clear();
        bytes = 0;
    }

    /** The features of all given images, or null where there are none. */
    @Nullable ImageFeatures features(Step step, Map<PixelDigest, PixelPatches> wanted, VisionTower tower) {
        if (wanted.isEmpty()) {
            return null;
        }
        Map<PixelDigest, float[]> found = new LinkedHashMap<>();
        Map<PixelDigest, PixelPatches> missing = new LinkedHashMap<>();
        wanted.forEach((digest, patches) -> {
            float[] known = images.get(digest);
            if (known == null) {
                missing.put(digest, patches);
            } else {
                found.put(digest, known);
            }
        });
        if (!missing.isEmpty()) {
            encode(step, missing, tower, found);
        }
        return stack(step, found);
    }

    private void encode(
            Step step, Map<PixelDigest, PixelPatches> missing, VisionTower tower, Map<PixelDigest, float[]> found) {
        ImageFeatures encoded = tower.encode(step, missing.values());
        MemorySegment values = Step.read(encoded.stacked());
        missing.forEach((digest, patches) -> {
            int row = Objects.requireNonNull(encoded.firstRows().get(digest));
            int run = patches.grid().patches() / mergedPatches * hidden;
            float[] image = new float[levels * run];
            for (int level = 0; level < levels; level++) {
                long from = ((long) level * encoded.tokens() + row) * hidden;
                MemorySegment.copy(values, ValueLayout.JAVA_FLOAT, from * Float.BYTES, image, level * run, run);
            }
            found.put(digest, image);
            keep(digest, image);
        });
    }

    private void keep(PixelDigest digest, float[] image) {
        images.put(digest, image);
        bytes += (long) image.length * Float.BYTES;
        Iterator<float[]> oldest = images.values().iterator();
        while (bytes > maxBytes && oldest.hasNext()) {
            bytes -= (long) oldest.next().length * Float.BYTES;
            oldest.remove();
        }
    }

    private ImageFeatures stack(Step step, Map<PixelDigest, float[]> found) {
        int perToken = levels * hidden;
        int tokens = found.values().stream()
                .mapToInt(image -> image.length / perToken)
                .sum();
        MemorySegment stacked = step.newFloats((long) tokens * perToken);
        Map<PixelDigest, Integer> firstRows = new HashMap<>();
        int row = 0;
        for (Map.Entry<PixelDigest, float[]> image : found.entrySet()) {
            int run = image.getValue().length / levels;
            for (int level = 0; level < levels; level++) {
                long to = ((long) level * tokens + row) * hidden;
                MemorySegment.copy(
                        image.getValue(), level * run, stacked, ValueLayout.JAVA_FLOAT, to * Float.BYTES, run);
            }
            firstRows.put(image.getKey(), row);
            row += run / hidden;
        }
        NDArray array = step.floats(stacked, (long) levels * tokens, hidden);
        return new ImageFeatures(array, tokens, firstRows);
    }
}
