package dev.fovea.contract;

/** How many patches an image has along time, height and width; each at least 1. */
public record GridThw(int t, int h, int w) {

    public GridThw {
        if (t < 1 || h < 1 || w < 1) {
            throw new IllegalArgumentException("grid " + t + "x" + h + "x" + w);
        }
    }

    public int patches() {
        return Math.multiplyExact(Math.multiplyExact(t, h), w);
    }
}
