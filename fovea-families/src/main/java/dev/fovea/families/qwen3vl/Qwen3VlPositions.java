package dev.fovea.families.qwen3vl;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.util.List;

/**
 * Positions on three axes. Text advances all of them together; an image's pads count its merged rows and columns from where the
 * text stopped, and the text goes on behind the longer side.
 */
public final class Qwen3VlPositions implements PositionScheme {

    private final int merge;

    /** A scheme for patches that are merged {@code merge} by {@code merge} into one pad. */
    public Qwen3VlPositions(int merge) {
        this.merge = merge;
    }

    @Override
    public Positions positions(int length, List<PlacedGrid> images) {
        Axes axes = new Axes(length);
        for (PlacedGrid image : images) {
            axes.textUntil(image.range().offset());
            axes.image(rows(image), columns(image));
        }
        axes.textUntil(length);
        return new Positions(TokenIds.of(axes.time), TokenIds.of(axes.height), TokenIds.of(axes.width));
    }

    private int rows(PlacedGrid image) {
        return image.grid().h() / merge;
    }

    private int columns(PlacedGrid image) {
        PlaceholderRange range = image.range();
        GridThw grid = image.grid();
        int columns = grid.w() / merge;
        if (grid.t() != 1
                || grid.h() % merge != 0
                || grid.w() % merge != 0
                || rows(image) * columns != range.length()) {
            throw new IdentityException(
                    ErrorCode.LAYOUT_MISMATCH,
                    "the " + range.length() + " pads at token " + range.offset() + " do not fit a grid of " + grid.t()
                            + "x" + grid.h() + "x" + grid.w() + " patches merged by " + merge,
                    "render the image with the processor settings of this checkpoint");
        }
        return columns;
    }

    /** The three rows of numbers while they are written. */
    private static final class Axes {

        private final int[] time;
        private final int[] height;
        private final int[] width;
        private int token;
        private int counter;

        Axes(int length) {
            time = new int[length];
            height = new int[length];
            width = new int[length];
        }

        void textUntil(int end) {
            while (token < end) {
                put(counter, counter, counter);
                counter++;
            }
        }

        void image(int rows, int columns) {
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    put(counter, counter + row, counter + column);
                }
            }
            counter += Math.max(rows, columns);
        }

        private void put(int t, int h, int w) {
            time[token] = t;
            height[token] = h;
            width[token] = w;
            token++;
        }
    }
}
