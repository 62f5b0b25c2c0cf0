package dev.fovea.vision;

import java.util.Iterator;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The rows of a PNG file, inflated and unfiltered one by one. Stricter than the JDK's reader, which stops before the checksum of
 * the compressed data: the data must end with the last row, whole and proven.
 */
final class PngRows implements AutoCloseable {

    private static final int SUB = 1;
    private static final int UP = 2;
    private static final int AVERAGE = 3;
    private static final int PAETH = 4;

    private final byte[] encoded;
    private final Iterator<PngChunks.Chunk> data;
    private final int distance;
    private final Inflater inflater = new Inflater();

    /** Filter type and bytes of the row that is read, and of the one above it. */
    private byte[] row = new byte[0];

    private byte[] above = new byte[0];

    PngRows(Bytes bytes, List<PngChunks.Chunk> chunks, int filterDistance) {
        this.encoded = bytes.array();
        this.data = chunks.stream().filter(chunk -> chunk.type().equals("IDAT")).iterator();
        this.distance = filterDistance;
    }

    /** Starts a picture, or a pass of one: above its first row lie zeros. */
    void start(int rowBytes) {
        row = new byte[1 + rowBytes];
        above = new byte[1 + rowBytes];
    }

    /** The next row; its samples begin at index 1. The array is overwritten by the call after the next. */
    byte[] next() {
        byte[] filled = above;
        above = row;
        row = filled;
        inflate(row, row.length);
        unfilter();
        return row;
    }

    /** After the last row: nothing may follow, and the checksum must hold. */
    void finish() {
        inflate(new byte[1], 0);
        if (!inflater.finished()) {
            throw InvalidImage.because("a PNG file with more data than its size says");
        }
    }

    @Override
    public void close() {
        inflater.end();
    }

    private void inflate(byte[] target, int wanted) {
        int filled = 0;
        try {
            while (filled < wanted || (wanted == 0 && !inflater.finished())) {
                int more = inflater.inflate(target, filled, target.length - filled);
                filled += more;
                if (more > 0 && wanted == 0) {
                    return;
                }
                if (more == 0 && (inflater.finished() || inflater.needsDictionary() || !feed())) {
                    break;
                }
            }
        } catch (DataFormatException e) {
            throw InvalidImage.because("a PNG file whose compressed data is damaged: " + e.getMessage(), e);
        }
        if (filled < wanted) {
            throw InvalidImage.because("a PNG file with fewer rows than its size says");
        }
    }

    private boolean feed() {
        if (!inflater.needsInput()) {
            return true;
        }
        if (!data.hasNext()) {
            return false;
        }
        PngChunks.Chunk chunk = data.next();
        inflater.setInput(encoded, chunk.offset(), chunk.length());
        return true;
    }

    private void unfilter() {
        switch (row[0]) {
            case 0 -> {}
            case SUB -> {
                for (int i = 1 + distance; i < row.length; i++) {
                    row[i] += row[i - distance];
                }
            }
            case UP -> {
                for (int i = 1; i < row.length; i++) {
                    row[i] += above[i];
                }
            }
            case AVERAGE -> average();
            case PAETH -> paeth();
            default -> throw InvalidImage.because("a PNG file with a row filter of type " + (row[0] & 0xFF));
        }
    }

    private void average() {
        for (int i = 1; i < row.length; i++) {
            int left = i > distance ? row[i - distance] & 0xFF : 0;
            row[i] += (byte) ((left + (above[i] & 0xFF)) >> 1);
        }
    }

    private void paeth() {
        int first = Math.min(row.length, 1 + distance);
        for (int i = 1; i < first; i++) {
            row[i] += above[i];
        }
        for (int i = first; i < row.length; i++) {
            int left = row[i - distance] & 0xFF;
            int up = above[i] & 0xFF;
            int corner = above[i - distance] & 0xFF;
            int toLeft = Math.abs(up - corner);
            int toUp = Math.abs(left - corner);
            int toCorner = Math.abs(left + up - 2 * corner);
            int nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
            row[i] += (byte) nearest;
        }
    }
}
