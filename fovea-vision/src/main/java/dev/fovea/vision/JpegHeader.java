package dev.fovea.vision;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Everything in a JPEG file before its first scan, or before the end of a prefix of the file. */
final class JpegHeader {

    private static final int APP0 = 0xE0;
    private static final int APP1 = 0xE1;
    private static final int APP2 = 0xE2;
    private static final int APP14 = 0xEE;
    private static final int COMMENT = 0xFE;
    private static final int LENGTH_BYTES = 2;
    private static final String EXIF = "Exif\0\0";
    private static final String XMP = "http://ns.adobe.com/xap/1.0/\0";

    private final Bytes bytes;
    private final ImageLimits limits;
    private final ByteArrayOutputStream tables = new ByteArrayOutputStream();
    private final OrientationTags tags = new OrientationTags();

    private @Nullable JpegFrame frame;
    private boolean jfif;
    private boolean severalPictures;
    private int adobe = JpegColour.NO_ADOBE;
    private int end = 2;
    private boolean complete;

    private JpegHeader(Bytes bytes, ImageLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    /** Reads up to the first scan. */
    static JpegHeader read(Bytes bytes, ImageLimits limits) {
        JpegHeader header = new JpegHeader(bytes, limits);
        header.walk();
        if (!header.complete) {
            throw InvalidImage.because("the image ends inside its structure, at byte " + bytes.length());
        }
        return header;
    }

    /** Reads as far as the bytes go; a frame header must be among them. */
    static JpegHeader peek(Bytes prefix, ImageLimits limits) {
        JpegHeader header = new JpegHeader(prefix, limits);
        header.walk();
        return header;
    }

    JpegFrame frame() {
        if (frame == null) {
            throw InvalidImage.because("a JPEG file without a frame header before its data");
        }
        return frame;
    }

    JpegColour colour() {
        return JpegColour.of(frame().components(), jfif, adobe);
    }

    Orientation orientation() {
        return tags.read();
    }

    /** Whether an index of further pictures stands in the file. */
    boolean severalPictures() {
        return severalPictures;
    }

    /** Whether everything up to the first scan was there. */
    boolean isComplete() {
        return complete;
    }

    /** Offset of the first scan's marker. */
    int firstScan() {
        return end;
    }

    /** All segments without decoration: no profiles, EXIF and comments. */
    byte[] tables() {
        return tables.toByteArray();
    }

    private void walk() {
        for (int segments = 1; hasMarker(); segments++) {
            limits.requireSegments(segments);
            int marker = JpegFrame.marker(bytes, end);
            int segment = end + JpegFrame.markerBytes(bytes, end);
            if (marker == JpegFrame.SOS) {
                complete = true;
                return;
            }
            if (marker == JpegFrame.EOI || marker == JpegFrame.SOI) {
                throw InvalidImage.because("a JPEG file without data");
            }
            if (JpegFrame.isAlone(marker)) {
                end = segment;
                continue;
            }
            if (segment + LENGTH_BYTES > bytes.length() || segment + bytes.u16be(segment) > bytes.length()) {
                return;
            }
            int length = bytes.u16be(segment);
            if (length < LENGTH_BYTES) {
                throw InvalidImage.because("a JPEG file with a broken segment at byte " + end);
            }
            read(marker, segment, length);
            end = segment + length;
        }
    }

    private boolean hasMarker() {
        int at = end + 1;
        while (at < bytes.length() && bytes.u8(at) == 0xFF) {
            at++;
        }
        return at < bytes.length();
    }

    private void read(int marker, int segment, int length) {
        if (JpegFrame.isFrame(marker)) {
            if (frame != null) {
                throw InvalidImage.because("a JPEG file with two frame headers");
            }
            frame = JpegFrame.parse(bytes, marker, segment, limits);
        }
        int content = segment + LENGTH_BYTES;
        switch (marker) {
            case APP0 -> jfif |= length >= 16 && bytes.has(content, "JFIF\0");
            case APP1 -> metadata(content, length - LENGTH_BYTES);
            case APP2 -> severalPictures |= bytes.has(content, "MPF\0");
            case APP14 -> adobe = length >= 14 && bytes.has(content, "Adobe") ? bytes.u8(segment + 13) : adobe;
            default -> {}
        }
        if (!isDecoration(marker)) {
            tables.write(bytes.array(), end, segment + length - end);
        }
    }

    private void metadata(int at, int length) {
        byte[] content = bytes.slice(at, length);
        String start = Bytes.latin1(Arrays.copyOf(content, Math.min(length, XMP.length())));
        if (start.startsWith(EXIF)) {
            tags.moreExif(content, EXIF.length());
        } else if (start.startsWith(XMP)) {
            tags.xmp(Arrays.copyOfRange(content, XMP.length(), length));
        }
    }

    /** Application data and comments. */
    private static boolean isDecoration(int marker) {
        return (marker >= APP0 && marker <= 0xEF) || marker == COMMENT;
    }
}
