package dev.fovea.vision;

/** The upper half of a 32-bit float. */
final class Bfloat16 {

    private Bfloat16() {}

    /** The nearest one, ties to even. No sample normalises to a NaN, whose bits this rounding could turn into an infinity. */
    static short nearest(float value) {
        int bits = Float.floatToRawIntBits(value);
        int odd = (bits >>> 16) & 1;
        return (short) ((bits + 0x7FFF + odd) >>> 16);
    }

    static short[] nearest(float[] values) {
        short[] nearest = new short[values.length];
        for (int i = 0; i < values.length; i++) {
            nearest[i] = nearest(values[i]);
        }
        return nearest;
    }
}
