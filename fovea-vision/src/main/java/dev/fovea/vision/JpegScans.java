package dev.fovea.vision;

import java.util.Arrays;

/** The scans of a JPEG file, from the first SOS to EOI: whether they are all there and deliver every coefficient whole. */
final class JpegScans {

    private static final int COEFFICIENTS = 64;

    private final Bytes bytes;
    private final JpegFrame frame;

    /** Bits still missing of each coefficient, per component; -1 where no scan brought it. */
    private final int[][] missingBits;

    private int end;

    private int scans;

    private JpegScans(Bytes bytes, JpegFrame frame) {
        this.bytes = bytes;
        this.frame = frame;
        this.missingBits = new int[frame.components().size()][COEFFICIENTS];
        for (int[] component : missingBits) {
            Arrays.fill(component, -1);
        }
    }

    /** Walks from the marker of the first scan to the end of the image; a missing end is an error, as in Pillow. */
    static JpegScans walk(Bytes bytes, int firstScan, JpegFrame frame, ImageLimits limits) {
        JpegScans scans = new JpegScans(bytes, frame);
        int at = firstScan;
        int marker = JpegFrame.marker(bytes, at);
        for (int segments = 1; marker != JpegFrame.EOI; segments++) {
            limits.requireSegments(segments);
            int segment = at + JpegFrame.markerBytes(bytes, at);
            if (JpegFrame.isFrame(marker)) {
                throw InvalidImage.because("a JPEG file with two frame headers");
            }
            if (marker == JpegFrame.SOS) {
                scans.count(segment);
                limits.requireScans(++scans.scans);
            }
            at = JpegFrame.isAlone(marker) ? segment : segment + bytes.u16be(segment);
            at = marker == JpegFrame.SOS ? scans.afterData(at) : at;
            marker = JpegFrame.marker(bytes, at);
        }
        scans.end = at + JpegFrame.markerBytes(bytes, at);
        return scans;
    }

    /** Offset behind the end marker. */
    int end() {
        return end;
    }

    /**
     * Whether every coefficient arrived in full. A progressive file that stops short is smoothed by decoders, each in its own way.
     */
    boolean isComplete() {
        return Arrays.stream(missingBits).flatMapToInt(Arrays::stream).allMatch(bits -> bits == 0);
    }

    private void count(int segment) {
        int components = bytes.u8(segment + 2);
        int spectrum = segment + 3 + 2 * components;
        boolean progressive = frame.isProgressive();
        int first = progressive ? bytes.u8(spectrum) : 0;
        int last = progressive ? bytes.u8(spectrum + 1) : COEFFICIENTS - 1;
        int missing = progressive ? bytes.u8(spectrum + 2) & 0xF : 0;
        if (first > last || last >= COEFFICIENTS) {
            throw InvalidImage.because("a JPEG file with an impossible scan");
        }
        for (int i = 0; i < components; i++) {
            Arrays.fill(missingBits[index(bytes.u8(segment + 3 + 2 * i))], first, last + 1, missing);
        }
    }

    private int index(int id) {
        for (int i = 0; i < missingBits.length; i++) {
            if (frame.components().get(i).id() == id) {
                return i;
            }
        }
        throw InvalidImage.because("a JPEG scan of an unknown component");
    }

    /** The first marker behind entropy-coded data; stuffed bytes, fill bytes and restarts belong to the data. */
    private int afterData(int from) {
        byte[] array = bytes.array();
        int at = from;
        while (at + 1 < array.length) {
            int next = array[at + 1] & 0xFF;
            boolean data = next == 0 || next == 0xFF || (next >= 0xD0 && next <= 0xD7);
            if (array[at] == (byte) 0xFF && !data) {
                return at;
            }
            at++;
        }
        throw InvalidImage.because("a JPEG file whose end is missing");
    }
}
