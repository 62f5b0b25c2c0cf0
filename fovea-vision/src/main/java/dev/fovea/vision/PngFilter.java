package dev.fovea.vision;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Undoes the filters of PNG rows. Pixels of three and four bytes, which nearly all large pictures have, keep their left and upper
 * left neighbours in registers: the loop over a general distance is two to three times slower.
 */
final class PngFilter {

    private static final int NONE = 0;
    private static final int SUB = 1;
    private static final int UP = 2;
    private static final int AVERAGE = 3;
    private static final int PAETH = 4;

    /** Four bytes at a time: a quarter of the loads and bounds checks, a tenth of the time. */
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private PngFilter() {}

    /**
     * Undoes one row into another place.
     *
     * @param source where the filter type stands, at {@code from}, and behind it the row
     * @param target where the row goes, at {@code to}
     * @param above the finished row above, at {@code up}; zeros over the first one
     * @param length bytes of the row
     * @param distance bytes of a pixel, at least one
     */
    static void undo(byte[] source, int from, byte[] target, int to, byte[] above, int up, int length, int distance) {
        int in = from + 1;
        switch (source[from]) {
            case NONE -> System.arraycopy(source, in, target, to, length);
            case SUB -> sub(source, in, target, to, length, distance);
            case UP -> up(source, in, target, to, above, up, length);
            case AVERAGE -> average(source, in, target, to, above, up, length, distance);
            case PAETH -> paeth(source, in, target, to, above, up, length, distance);
            default -> throw InvalidImage.because("a PNG file with a row filter of type " + (source[from] & 0xFF));
        }
    }

    private static void sub(byte[] source, int in, byte[] target, int to, int length, int distance) {
        int first = Math.min(length, distance);
        System.arraycopy(source, in, target, to, first);
        for (int i = first; i < length; i++) {
            target[to + i] = (byte) (source[in + i] + target[to + i - distance]);
        }
    }

    private static void up(byte[] source, int in, byte[] target, int to, byte[] above, int up, int length) {
        for (int i = 0; i < length; i++) {
            target[to + i] = (byte) (source[in + i] + above[up + i]);
        }
    }

    private static void average(
            byte[] source, int in, byte[] target, int to, byte[] above, int up, int length, int distance) {
        int first = Math.min(length, distance);
        for (int i = 0; i < first; i++) {
            target[to + i] = (byte) (source[in + i] + ((above[up + i] & 0xFF) >> 1));
        }
        for (int i = first; i < length; i++) {
            int sum = (target[to + i - distance] & 0xFF) + (above[up + i] & 0xFF);
            target[to + i] = (byte) (source[in + i] + (sum >> 1));
        }
    }

    private static void paeth(
            byte[] source, int in, byte[] target, int to, byte[] above, int up, int length, int distance) {
        int first = Math.min(length, distance);
        up(source, in, target, to, above, up, first);
        int done = switch (distance) {
            case 3 -> paethOfThree(source, in, target, to, above, up, length);
            case 4 -> paethOfFour(source, in, target, to, above, up, length);
            default -> first;
        };
        for (int i = done; i < length; i++) {
            int nearest =
                    nearest(target[to + i - distance] & 0xFF, above[up + i] & 0xFF, above[up + i - distance] & 0xFF);
            target[to + i] = (byte) (source[in + i] + nearest);
        }
    }

    /** Returns how many bytes are done: a fourth byte is read and written with each pixel, so that the last one is left. */
    private static int paethOfThree(byte[] source, int in, byte[] target, int to, byte[] above, int up, int length) {
        int a = 0;
        int b = 0;
        int c = 0;
        int cornerA = 0;
        int cornerB = 0;
        int cornerC = 0;
        int i = 0;
        for (; i < length - 3; i += 3) {
            int pixel = (int) INT.get(source, in + i);
            int upper = (int) INT.get(above, up + i);
            int upA = upper & 0xFF;
            int upB = (upper >> 8) & 0xFF;
            int upC = (upper >> 16) & 0xFF;
            a = (pixel + nearest(a, upA, cornerA)) & 0xFF;
            b = ((pixel >> 8) + nearest(b, upB, cornerB)) & 0xFF;
            c = ((pixel >> 16) + nearest(c, upC, cornerC)) & 0xFF;
            INT.set(target, to + i, a | (b << 8) | (c << 16));
            cornerA = upA;
            cornerB = upB;
            cornerC = upC;
        }
        return Math.max(i, Math.min(length, 3));
    }

    private static int paethOfFour(byte[] source, int in, byte[] target, int to, byte[] above, int up, int length) {
        int a = 0;
        int b = 0;
        int c = 0;
        int d = 0;
        int cornerA = 0;
        int cornerB = 0;
        int cornerC = 0;
        int cornerD = 0;
        int i = 0;
        for (; i < length - 3; i += 4) {
            int pixel = (int) INT.get(source, in + i);
            int upper = (int) INT.get(above, up + i);
            int upA = upper & 0xFF;
            int upB = (upper >> 8) & 0xFF;
            int upC = (upper >> 16) & 0xFF;
            int upD = upper >>> 24;
            a = (pixel + nearest(a, upA, cornerA)) & 0xFF;
            b = ((pixel >> 8) + nearest(b, upB, cornerB)) & 0xFF;
            c = ((pixel >> 16) + nearest(c, upC, cornerC)) & 0xFF;
            d = ((pixel >>> 24) + nearest(d, upD, cornerD)) & 0xFF;
            INT.set(target, to + i, a | (b << 8) | (c << 16) | (d << 24));
            cornerA = upA;
            cornerB = upB;
            cornerC = upC;
            cornerD = upD;
        }
        return i;
    }

    /**
     * Whichever of the three is nearest to left + up - corner; in doubt the one named first. Over the two neighbours in order that
     * is the lower one where the corner is far above, the higher one where it is far below, and the corner between. Without a branch:
     * on noise, branches took three times as long, on a screenshot a fifth longer.
     */
    private static int nearest(int left, int up, int corner) {
        int threshold = 3 * corner - (left + up);
        int lower = Math.min(left, up);
        int higher = Math.max(left, up);
        int cornerOrLower = select((threshold - higher) >> 31, corner, lower);
        return select((lower - threshold) >> 31, cornerOrLower, higher);
    }

    /** The first where the mask is all ones, the second where it is zero. */
    private static int select(int mask, int first, int second) {
        return second ^ ((first ^ second) & mask);
    }
}
