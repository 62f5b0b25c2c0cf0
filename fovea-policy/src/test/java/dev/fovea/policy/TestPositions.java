package dev.fovea.policy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import java.util.List;

/** Qwen3-VL's M-RoPE for images, written down a second time: this room may not use the families. */
final class TestPositions implements PositionScheme {

    private static final int MERGE = 2;

    @Override
    public Positions positions(int length, List<PlacedGrid> images) {
        int[][] axes = new int[3][length];
        int next = 0;
        int token = 0;
        for (PlacedGrid image : images) {
            for (; token < image.range().offset(); token++, next++) {
                set(axes, token, next, next, next);
            }
            GridThw grid = image.grid();
            int columns = grid.w() / MERGE;
            for (int i = 0; i < image.range().length(); i++, token++) {
                set(axes, token, next, next + i / columns, next + i % columns);
            }
            next += Math.max(grid.h(), grid.w()) / MERGE;
        }
        for (; token < length; token++, next++) {
            set(axes, token, next, next, next);
        }
        return new Positions(TokenIds.of(axes[0]), TokenIds.of(axes[1]), TokenIds.of(axes[2]));
    }

    private static void set(int[][] axes, int token, int time, int height, int width) {
        axes[0][token] = time;
        axes[1][token] = height;
        axes[2][token] = width;
    }
}
