package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A JPEG picture as Pillow's {@code convert("RGB")} shows it. Only tables, frame and scans go to the JDK's reader, behind one
 * marker that names the colour: without profile, EXIF and comments it has nothing to guess and nothing to convert.
 */
final class JpegImage implements ParsedImage {

    private static final JdkReader READER = new JdkReader("jpeg");

    private final JpegFrame frame;
    private final JpegColour colour;
    private final ImageKind kind;
    private final byte[] bare;

    private JpegImage(JpegFrame frame, JpegColour colour, ImageKind kind, byte[] bare) {
        this.frame = frame;
        this.colour = colour;
        this.kind = kind;
        this.bare = bare;
    }

    static JpegImage parse(Bytes bytes, ImageLimits limits) {
        ByteArrayOutputStream tables = new ByteArrayOutputStream();
        JpegFrame frame = null;
        boolean jfif = false;
        int adobe = JpegColour.NO_ADOBE;
        int at = 2;
        int marker = JpegFrame.marker(bytes, at);
        while (marker != JpegFrame.SOS) {
            int segment = at + JpegFrame.markerBytes(bytes, at);
            int next = JpegFrame.isAlone(marker) ? segment : segment + bytes.u16be(segment);
            bytes.within(at, next - at);
            if (JpegFrame.isFrame(marker)) {
                frame = onlyFrame(frame, JpegFrame.parse(bytes, marker, segment, limits));
            }
            if (marker == JpegFrame.EOI || marker == JpegFrame.SOI) {
                throw InvalidImage.because("a JPEG file without data");
            }
            jfif |= marker == 0xE0 && next - segment >= 16 && bytes.has(segment + 2, "JFIF\0");
            if (marker == 0xEE && next - segment >= 14 && bytes.has(segment + 2, "Adobe")) {
                adobe = bytes.u8(segment + 13);
            }
            if (!isDecoration(marker)) {
                tables.write(bytes.array(), at, next - at);
            }
            at = next;
            marker = JpegFrame.marker(bytes, at);
        }
        if (frame == null) {
            throw InvalidImage.because("a JPEG file without a frame header before its data");
        }
        return of(bytes, frame, JpegColour.of(frame.components(), jfif, adobe), tables.toByteArray(), at);
    }

    @Override
    public ImageKind kind() {
        return kind;
    }

    @Override
    public ImageSize size() {
        return frame.size();
    }

    @Override
    public RgbImage decode() {
        Raster raster =
                colour == JpegColour.CMYK || colour == JpegColour.YCCK ? READER.readStored(bare) : READER.read(bare);
        if (raster.getWidth() != size().width() || raster.getHeight() != size().height()) {
            throw InvalidImage.because("a JPEG file whose data has another size than its header");
        }
        return switch (colour) {
            case YCBCR, RGB -> new RgbImage(size(), Samples.rgb(raster));
            case GREY ->
                converted(raster, (row, at, rgb, to) -> {
                    rgb[to] = (byte) row[at];
                    rgb[to + 1] = (byte) row[at];
                    rgb[to + 2] = (byte) row[at];
                });
            case CMYK -> converted(raster, Cmyk::put);
            case YCCK -> converted(raster, Cmyk::putYcck);
        };
    }

    private RgbImage converted(Raster raster, PixelConversion conversion) {
        byte[] rgb = new byte[Math.toIntExact(3 * size().pixels())];
        int bands = raster.getNumBands();
        Samples.forEachRow(raster, (row, y) -> {
            int to = 3 * y * size().width();
            for (int at = 0; at < row.length; at += bands) {
                conversion.put(row, at, rgb, to);
                to += 3;
            }
        });
        return new RgbImage(size(), rgb);
    }

    private static JpegImage of(Bytes bytes, JpegFrame frame, JpegColour colour, byte[] tables, int firstScan) {
        JpegScans scans = JpegScans.walk(bytes, firstScan, frame);
        ByteArrayOutputStream bare = new ByteArrayOutputStream(bytes.length());
        bare.write(0xFF);
        bare.write(JpegFrame.SOI);
        bare.writeBytes(colour.marker());
        bare.writeBytes(tables);
        bare.write(bytes.array(), firstScan, scans.end() - firstScan);
        ImageKind kind = scans.isComplete() ? frame.kind(colour) : ImageKind.JPEG_OTHER;
        return new JpegImage(frame, colour, kind, bare.toByteArray());
    }

    private static JpegFrame onlyFrame(@Nullable JpegFrame earlier, JpegFrame found) {
        if (earlier != null) {
            throw InvalidImage.because("a JPEG file with two frame headers");
        }
        return found;
    }

    /** Application data and comments: profiles, EXIF, thumbnails. */
    private static boolean isDecoration(int marker) {
        return (marker >= 0xE0 && marker <= 0xEF) || marker == 0xFE;
    }

    /** Turns the samples of one pixel into red, green and blue. */
    @FunctionalInterface
    private interface PixelConversion {
        void put(int[] row, int at, byte[] rgb, int to);
    }
}
