package dev.fovea.vision;

/**
 * How a picture is cut.
 *
 * @param side pixels of a patch's side
 * @param frames how often a patch holds the picture, one after the other
 * @param merge patches a side of the blocks that rows of patches follow; 1 for plain rows
 */
public record PatchShape(int side, int frames, int merge) {

    public PatchShape {
        if (side < 1 || frames < 1 || merge < 1) {
            throw new IllegalArgumentException("patches of side " + side + ", frames " + frames + ", merge " + merge);
        }
    }

    /** Values of one patch: channels, frames, rows, columns. */
    public int width() {
        return SampleKernel.CHANNELS * frames * side * side;
    }

    /** Pixels of a block's side. */
    int block() {
        return side * merge;
    }
}
