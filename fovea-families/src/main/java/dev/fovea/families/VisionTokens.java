package dev.fovea.families;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ids that mark images in a prompt. One that a model sampled is text all the same: only the ranges of a sidecar say where images
 * are.
 *
 * @param imagePad fills an image's place
 * @param videoPad fills a video's place
 * @param start stands before an image's pads
 * @param end stands behind them
 */
public record VisionTokens(int imagePad, int videoPad, int start, int end) {

    /** All of them. */
    public Set<Integer> ids() {
        return new TreeSet<>(List.of(imagePad, videoPad, start, end));
    }

    /** Whether an id is one of them. */
    public boolean contains(int id) {
        return id == imagePad || id == videoPad || id == start || id == end;
    }
}
