package dev.fovea.vision;

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

    private PngFilter() {}

    /**
     * Undoes one row; source and target may be the same place.
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
        if (distance == 3 && length % 3 == 0) {
            paethOfThree(source, in, target, to, above, up, length);
        } else if (distance == 4 && length % 4 == 0) {
            paethOfFour(source, in, target, to, above, up, length);
        } else {
            paethOfAny(source, in, target, to, above, up, length, distance);
        }
    }

    private static void paethOfAny(
            byte[] source, int in, byte[] target, int to, byte[] above, int up, int length, int distance) {
        int first = Math.min(length, distance);
        up(source, in, target, to, above, up, first);
        for (int i = first; i < length; i++) {
            int nearest =
                    nearest(target[to + i - distance] & 0xFF, above[up + i] & 0xFF, above[up + i - distance] & 0xFF);
            target[to + i] = (byte) (source[in + i] + nearest);
        }
    }

    private static void paethOfThree(byte[] source, int in, byte[] target, int to, byte[] above, int up, int length) {
        int a = 0;
        int b = 0;
        int c = 0;
        int cornerA = 0;
        int cornerB = 0;
        int cornerC = 0;
        for (int i = 0; i < length; i += 3) {
            int upA = above[up + i] & 0xFF;
            int upB = above[up + i + 1] & 0xFF;
            int upC = above[up + i + 2] & 0xFF;
            a = (source[in + i] + nearest(a, upA, cornerA)) & 0xFF;
            b = (source[in + i + 1] + nearest(b, upB, cornerB)) & 0xFF;
            c = (source[in + i + 2] + nearest(c, upC, cornerC)) & 0xFF;
            target[to + i] = (byte) a;
            target[to + i + 1] = (byte) b;
            target[to + i + 2] = (byte) c;
            cornerA = upA;
            cornerB = upB;
            cornerC = upC;
        }
    }

    private static void paethOfFour(byte[] source, int in, byte[] target, int to, byte[] above, int up, int length) {
        int a = 0;
        int b = 0;
        int c = 0;
        int d = 0;
        int cornerA = 0;
        int cornerB = 0;
        int cornerC = 0;
        int cornerD = 0;
        for (int i = 0; i < length; i += 4) {
            int upA = above[up + i] & 0xFF;
            int upB = above[up + i + 1] & 0xFF;
            int upC = above[up + i + 2] & 0xFF;
            int upD = above[up + i + 3] & 0xFF;
            a = (source[in + i] + nearest(a, upA, cornerA)) & 0xFF;
            b = (source[in + i + 1] + nearest(b, upB, cornerB)) & 0xFF;
            c = (source[in + i + 2] + nearest(c, upC, cornerC)) & 0xFF;
            d = (source[in + i + 3] + nearest(d, upD, cornerD)) & 0xFF;
            target[to + i] = (byte) a;
            target[to + i + 1] = (byte) b;
            target[to + i + 2] = (byte) c;
            target[to + i + 3] = (byte) d;
            cornerA = upA;
            cornerB = upB;
            cornerC = upC;
            cornerD = upD;
        }
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
