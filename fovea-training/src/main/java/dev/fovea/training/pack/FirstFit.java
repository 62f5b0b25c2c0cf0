package dev.fovea.training.pack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * First-fit, adapter by adapter and longest sample first: equal lengths keep their order of arrival.
 *
 * <p>A row takes a sample where its tokens fit and both have routed experts of one form or none. Text joins text whatever the
 * adapter. Where either has images the row's first sample must use the same adapter, and images of two families never meet. So the
 * first row that takes a sample is the first of two: one among rows of text, one among rows with images.
 */
final class FirstFit {

    private record Kind(@Nullable String family, @Nullable String experts) {}

    private final List<SampleShape> shapes;
    private final int sequenceTokens;
    private final List<OpenRow> rows = new ArrayList<>();
    private final Map<Kind, FreeSpace> text = new HashMap<>();
    private final Map<Kind, FreeSpace> images = new HashMap<>();
    private final Map<Kind, FreeSpace> families = new HashMap<>();
    /** Rows before it were opened by smaller adapters. */
    private int firstOfAdapter;

    private FirstFit(List<SampleShape> shapes, int sequenceTokens) {
        this.shapes = shapes;
        this.sequenceTokens = sequenceTokens;
    }

    static List<OpenRow> of(List<SampleShape> shapes, int sequenceTokens) {
        FirstFit fit = new FirstFit(shapes, sequenceTokens);
        IntStream.range(0, shapes.size())
                .boxed()
                .collect(java.util.stream.Collectors.groupingBy(
                        i -> shapes.get(i).adapter(), java.util.TreeMap::new, java.util.stream.Collectors.toList()))
                .values()
                .forEach(fit::place);
        return fit.rows;
    }

    private void place(List<Integer> ofAdapter) {
        firstOfAdapter = rows.size();
        long[] longestFirst = ofAdapter.stream()
                .mapToLong(i -> ((long) (Integer.MAX_VALUE - shapes.get(i).tokens()) << Integer.SIZE) | i)
                .toArray();
        Arrays.sort(longestFirst);
        for (long key : longestFirst) {
            place((int) key);
        }
    }

    private void place(int sample) {
        SampleShape shape = shapes.get(sample);
        int row = row(shape);
        if (row == rows.size()) {
            rows.add(new OpenRow(shape));
        }
        rows.get(row).add(sample, shape);
        update(row);
    }

    private int row(SampleShape shape) {
        boolean hasImages = shape.family() != null;
        int amongText = space(text, null, shape.experts()).first(hasImages ? firstOfAdapter : 0, shape.tokens());
        int amongImages = (hasImages
                        ? space(families, shape.family(), shape.experts())
                        : space(images, null, shape.experts()))
                .first(firstOfAdapter, shape.tokens());
        if (amongText < 0 || amongImages < 0) {
            int found = Math.max(amongText, amongImages);
            return found < 0 ? rows.size() : found;
        }
        return Math.min(amongText, amongImages);
    }

    private void update(int index) {
        OpenRow row = rows.get(index);
        int free = sequenceTokens - row.tokens();
        if (row.family() == null) {
            space(text, null, row.experts()).set(index, free);
            return;
        }
        space(text, null, row.experts()).set(index, 0);
        space(images, null, row.experts()).set(index, free);
        space(families, row.family(), row.experts()).set(index, free);
    }

    private static FreeSpace space(Map<Kind, FreeSpace> spaces, @Nullable String family, @Nullable String experts) {
        return spaces.computeIfAbsent(new Kind(family, experts), kind -> new FreeSpace());
    }
}
