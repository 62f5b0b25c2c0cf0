package dev.fovea.vision;

import java.util.Iterator;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The rows of a PNG file as stored, each behind its filter type: all of them out of one fast inflation where that takes the data, or
 * else one by one from the JDK's. Stricter than the JDK's reader, which stops before the checksum of the compressed data: the data
 * must end with the last row, whole and proven.
 */
final class PngRows implements AutoCloseable {

    private final byte[] encoded;
    private final Iterator<PngChunks.Chunk> data;
    private final Inflater inflater = new Inflater();
    private final boolean whole;

    private byte[] buffer = new byte[0];
    private int at;

    private PngRows(byte[] encoded, List<PngChunks.Chunk> data, byte[] inflated) {
        this.encoded = encoded;
        this.data = data.iterator();
        this.whole = inflated.length > 0;
        this.buffer = inflated;
    }

    /**
     * Opens the rows.
     *
     * @param totalBytes of all rows and their filter types
     */
    static PngRows open(Bytes bytes, List<PngChunks.Chunk> chunks, long totalBytes, Inflation inflation) {
        List<PngChunks.Chunk> data =
                chunks.stream().filter(chunk -> chunk.type().equals("IDAT")).toList();
        return new PngRows(bytes.array(), data, inflated(bytes, data, totalBytes, inflation));
    }

    /** Empty where the data must be inflated in pieces. */
    private static byte[] inflated(Bytes bytes, List<PngChunks.Chunk> data, long totalBytes, Inflation inflation) {
        if (inflation == Inflation.NONE || totalBytes > Inflation.MOST_BYTES) {
            return new byte[0];
        }
        byte[] inflated = new byte[(int) totalBytes];
        boolean done = data.size() == 1
                ? inflation.inflate(
                        bytes.array(), data.getFirst().offset(), data.getFirst().length(), inflated)
                : inflation.inflate(joined(bytes, data), inflated);
        return done ? inflated : new byte[0];
    }

    private static byte[] joined(Bytes bytes, List<PngChunks.Chunk> data) {
        byte[] joined = new byte[data.stream().mapToInt(PngChunks.Chunk::length).sum()];
        int at = 0;
        for (PngChunks.Chunk chunk : data) {
            System.arraycopy(bytes.array(), chunk.offset(), joined, at, chunk.length());
            at += chunk.length();
        }
        return joined;
    }

    /** Starts a picture, or a pass of one, of rows with so many bytes behind their filter type. */
    void start(int rowBytes) {
        if (!whole && buffer.length != 1 + rowBytes) {
            buffer = new byte[1 + rowBytes];
        }
    }

    /** Offset of the next row's filter type in {@link #array}; the row before it may be overwritten. */
    int next(int rowBytes) {
        if (!whole) {
            inflate(buffer, 1 + rowBytes);
            return 0;
        }
        int row = at;
        at += 1 + rowBytes;
        return row;
    }

    byte[] array() {
        return buffer;
    }

    /** After the last row: nothing may follow, and the checksum must hold. */
    void finish() {
        if (whole) {
            return;
        }
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
}
