package dev.fovea.policy;

import dev.fovea.contract.GridThw;

/**
 * What the vision tower knows of a patch from its place alone, for all patches of one grid in the order in which patches come:
 * merge block by merge block.
 */
final class VisionGrid {

    /** Neighbours in the learned position grid that a patch's position is mixed from. */
    static final int NEIGHBOURS = 4;

    final int patches;
    /** {@code [patches, 4]}: rows of the learned position grid. */
    final long[] neighbours;
    /** {@code [patches, 4]}: their shares. */
    final float[] shares;
    /** {@code [patches, 2, pairs]}. */
    final float[] cosines;
    /** {@code [patches, 2, pairs]}, the first half negated. */
    final float[] sines;

    VisionGrid(GridThw grid, Qwen3VlConfig.Vision config) {
        this.patches = grid.patches();
        int pairs = config.hidden() / config.heads() / 2;
        this.neighbours = new long[patches * NEIGHBOURS];
        this.shares = new float[patches * NEIGHBOURS];
        this.cosines = new float[patches * 2 * pairs];
        this.sines = new float[patches * 2 * pairs];
        float[] frequencies = Rotary.frequencies(pairs / 2, config.ropeTheta());
        int merge = config.merge();
        for (int patch = 0; patch < patches; patch++) {
            int block = patch / (merge * merge);
            int row = block / (grid.w() / merge) * merge + patch / merge % merge;
            int column = block % (grid.w() / merge) * merge + patch % merge;
            mix(patch, along(row, grid.h(), config.side()), along(column, grid.w(), config.side()), config.side());
            turn(patch, row, column, frequencies);
        }
    }

    /** Where a patch falls on one axis of the learned grid: its corners are the image's corners. In float32, as the reference. */
    private static float along(int index, int count, int side) {
        return (float) index * (side - 1) / Math.max(1, count - 1);
    }

    private void mix(int patch, float y, float x, int side) {
        int top = (int) y;
        int left = (int) x;
        float down = y - top;
        float right = x - left;
        int bottom = Math.min(top + 1, side - 1);
        int next = Math.min(left + 1, side - 1);
        int at = patch * NEIGHBOURS;
        neighbours[at] = (long) top * side + left;
        neighbours[at + 1] = (long) top * side + next;
        neighbours[at + 2] = (long) bottom * side + left;
        neighbours[at + 3] = (long) bottom * side + next;
        shares[at] = (1 - down) * (1 - right);
        shares[at + 1] = (1 - down) * right;
        shares[at + 2] = down * (1 - right);
        shares[at + 3] = down * right;
    }

    /** The first half of the pairs turns with the row, the second with the column. */
    private void turn(int patch, int row, int column, float[] frequencies) {
        int pairs = 2 * frequencies.length;
        int at = patch * 2 * pairs;
        for (int pair = 0; pair < pairs; pair++) {
            boolean vertical = pair < frequencies.length;
            float angle = (vertical ? row : column) * frequencies[pair % frequencies.length];
            cosines[at + pair] = (float) Math.cos(angle);
            sines[at + pair] = (float) -Math.sin(angle);
        }
        System.arraycopy(cosines, at, cosines, at + pairs, pairs);
        for (int pair = 0; pair < pairs; pair++) {
            sines[at + pairs + pair] = -sines[at + pair];
        }
    }
}
