package dev.fovea.training.pack;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A row that takes samples. */
final class OpenRow {

    private final int adapter;
    private final @Nullable String experts;
    private @Nullable String family;
    private int tokens;
    private int withImages;
    private int[] samples = new int[4];
    private int size;

    OpenRow(SampleShape first) {
        this.adapter = first.adapter();
        this.experts = first.experts();
    }

    void add(int sample, SampleShape shape) {
        samples = size == samples.length ? Arrays.copyOf(samples, 2 * size) : samples;
        samples[size++] = sample;
        tokens += shape.tokens();
        if (shape.family() != null) {
            family = shape.family();
            withImages++;
        }
    }

    /** Slot of its first sample. */
    int adapter() {
        return adapter;
    }

    @Nullable String experts() {
        return experts;
    }

    @Nullable String family() {
        return family;
    }

    int tokens() {
        return tokens;
    }

    int size() {
        return size;
    }

    /** How many of its samples have images. */
    int withImages() {
        return withImages;
    }

    /** Numbers of its samples, in order; not to be changed. */
    int[] samples() {
        samples = Arrays.copyOf(samples, size);
        return samples;
    }
}
