package dev.fovea.vision;

/**
 * Four-component JPEG samples to RGB. Pillow inverts them always, whatever the Adobe marker says, and then applies
 * {@code cmyk2rgb}: {@code clip(nk - muldiv255(c, nk))} with {@code nk = 255 - K}.
 */
final class Cmyk {

    private Cmyk() {}

    /** All pixels of a picture: stored cyan, magenta, yellow, black. */
    static void put(byte[] inks, byte[] rgb) {
        int to = 0;
        for (int at = 0; at < inks.length; at += 4) {
            put(inks[at] & 0xFF, inks[at + 1] & 0xFF, inks[at + 2] & 0xFF, inks[at + 3] & 0xFF, rgb, to);
            to += 3;
        }
    }

    /** Stored cyan, magenta, yellow, black. */
    static void put(int[] row, int at, byte[] rgb, int to) {
        put(row[at], row[at + 1], row[at + 2], row[at + 3], rgb, to);
    }

    /** Stored luma, two chromas, black; libjpeg's {@code ycck_cmyk_convert} comes first. */
    static void putYcck(int[] row, int at, byte[] rgb, int to) {
        int y = row[at];
        int cb = row[at + 1] - 128;
        int cr = row[at + 2] - 128;
        int red = (91881 * cr + 32768) >> 16;
        int green = (-22554 * cb - 46802 * cr + 32768) >> 16;
        int blue = (116130 * cb + 32768) >> 16;
        put(clip(255 - (y + red)), clip(255 - (y + green)), clip(255 - (y + blue)), row[at + 3], rgb, to);
    }

    private static void put(int cyan, int magenta, int yellow, int black, byte[] rgb, int to) {
        rgb[to] = (byte) light(255 - cyan, black);
        rgb[to + 1] = (byte) light(255 - magenta, black);
        rgb[to + 2] = (byte) light(255 - yellow, black);
    }

    /** {@code notBlack} is 255 - K of the inverted sample, which is the stored sample itself. */
    private static int light(int ink, int notBlack) {
        int product = ink * notBlack + 128;
        return clip(notBlack - (((product >> 8) + product) >> 8));
    }

    private static int clip(int value) {
        return Math.clamp(value, 0, 255);
    }
}
