package dev.fovea.vision;

/**
 * Run-length coded indices of a BMP file, read as Pillow reads them, which follows the order of the pixels and not their places:
 * runs are cut at the end of a row, texts of indices are not.
 */
final class BmpRuns {

    private static final int END_OF_ROW = 0;
    private static final int END_OF_PICTURE = 1;
    private static final int MOVE = 2;

    private final byte[] file;
    private final BmpHeader header;
    private final int width;
    private final byte[] indices;

    private int at;
    private int filled;

    private BmpRuns(Bytes bytes, BmpHeader header) {
        this.file = bytes.array();
        this.header = header;
        this.width = header.size().width();
        this.indices = new byte[Math.toIntExact(header.size().pixels())];
        this.at = header.pixels();
    }

    /** One index a pixel, in the order of the file: the lowest row first, unless it is top down. */
    static byte[] decode(Bytes bytes, BmpHeader header) {
        return new BmpRuns(bytes, header).decode();
    }

    private byte[] decode() {
        int x = 0;
        boolean going = true;
        while (going && filled < indices.length && at + 2 <= file.length) {
            int count = file[at] & 0xFF;
            int value = file[at + 1] & 0xFF;
            at += 2;
            if (count > 0) {
                int run = Math.max(0, Math.min(count, width - x));
                run(run, value);
                x += run;
            } else if (value == END_OF_ROW) {
                skip((width - filled % width) % width);
                x = 0;
            } else if (value == MOVE) {
                going = move();
                x = filled % width;
            } else {
                going = value != END_OF_PICTURE && literal(value);
                x += value;
            }
        }
        if (filled < indices.length) {
            throw InvalidImage.because("a BMP file whose runs end before its last pixel");
        }
        return indices;
    }

    private void run(int count, int value) {
        for (int i = 0; i < count && filled < indices.length; i++) {
            indices[filled++] = (byte) (header.depth() == 8 ? value : i % 2 == 0 ? value >> 4 : value & 0xF);
        }
    }

    private boolean move() {
        if (at + 2 > file.length) {
            return false;
        }
        skip((file[at] & 0xFF) + (file[at + 1] & 0xFF) * (long) width);
        at += 2;
        return true;
    }

    private void skip(long pixels) {
        filled = (int) Math.min(indices.length, filled + pixels);
    }

    /** So many indices as they are, padded to an even place in the file. */
    private boolean literal(int wanted) {
        int count = Math.min(indices.length - filled, wanted);
        int bytes = header.depth() == 8 ? count : (count + 1) / 2;
        if (at + bytes > file.length) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            int octet = file[at + (header.depth() == 8 ? i : i / 2)] & 0xFF;
            indices[filled++] = (byte) (header.depth() == 8 ? octet : i % 2 == 0 ? octet >> 4 : octet & 0xF);
        }
        at += bytes;
        at += at % 2;
        return true;
    }
}
