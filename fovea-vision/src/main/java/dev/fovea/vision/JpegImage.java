package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.io.ByteArrayOutputStream;

/**
 * A JPEG picture. Only tables, frame and scans go to a codec, behind one marker that names the colour: without profile, EXIF and
 * comments it has nothing to guess and nothing to convert.
 */
final class JpegImage implements ParsedImage {

    private final JpegStream stream;
    private final ImageKind kind;
    private final Orientation orientation;
    private final Codecs codecs;

    private JpegImage(JpegStream stream, ImageKind kind, Orientation orientation, Codecs codecs) {
        this.stream = stream;
        this.kind = kind;
        this.orientation = orientation;
        this.codecs = codecs;
    }

    static JpegImage parse(Bytes bytes, ImageLimits limits, Codecs codecs) {
        JpegHeader header = JpegHeader.read(bytes, limits);
        JpegFrame frame = header.frame();
        JpegColour colour = header.colour();
        JpegScans scans = JpegScans.walk(bytes, header.firstScan(), frame, limits);
        ByteArrayOutputStream bare = new ByteArrayOutputStream(bytes.length());
        bare.write(0xFF);
        bare.write(JpegFrame.SOI);
        bare.writeBytes(colour.marker());
        bare.writeBytes(header.tables());
        bare.write(bytes.array(), header.firstScan(), scans.end() - header.firstScan());
        ImageKind kind = scans.isComplete() ? frame.kind(colour) : ImageKind.JPEG_OTHER;
        JpegStream stream = new JpegStream(bare.toByteArray(), frame, colour);
        return new JpegImage(stream, kind, header.orientation(), codecs);
    }

    @Override
    public ImageKind kind() {
        return kind;
    }

    @Override
    public ImageSize size() {
        return stream.size();
    }

    @Override
    public Orientation orientation() {
        return orientation;
    }

    @Override
    public Transparency transparency() {
        return Transparency.NONE;
    }

    @Override
    public void paint(Canvas canvas) {
        codecs.jpeg(kind).decode(stream, canvas.rgb());
    }
}
