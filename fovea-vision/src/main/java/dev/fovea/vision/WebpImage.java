package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * The first frame of a WebP file on its canvas, as libwebp's animation decoder, which Pillow uses, shows it: what the frame does not
 * cover is transparent black.
 */
final class WebpImage implements ParsedImage {

    private final Bytes bytes;
    private final WebpFile file;
    private final WebpCodec codec;

    private WebpImage(Bytes bytes, WebpFile file, WebpCodec codec) {
        this.bytes = bytes;
        this.file = file;
        this.codec = codec;
    }

    static WebpImage parse(Bytes bytes, ImageLimits limits, WebpCodec codec) {
        return new WebpImage(bytes, WebpFile.read(bytes, limits), codec);
    }

    @Override
    public ImageKind kind() {
        return ImageKind.WEBP;
    }

    @Override
    public ImageSize size() {
        return file.canvas();
    }

    @Override
    public Orientation orientation() {
        return file.orientation();
    }

    @Override
    public Transparency transparency() {
        return file.alpha() ? Transparency.CHANNEL : Transparency.NONE;
    }

    @Override
    public void paint(Canvas canvas) {
        WebpFile.Frame frame = file.first();
        byte[] alpha = canvas.alpha();
        byte[] samples = alpha == null
                ? codec.rgb(bytes.array(), frame.offset(), frame.length(), frame.size())
                : codec.rgba(bytes.array(), frame.offset(), frame.length(), frame.size());
        int width = frame.size().width();
        for (int y = 0; y < frame.size().height(); y++) {
            int to = (frame.y() + y) * canvas.size().width() + frame.x();
            if (alpha == null) {
                System.arraycopy(samples, 3 * y * width, canvas.rgb(), 3 * to, 3 * width);
            } else {
                split(samples, 4 * y * width, canvas.rgb(), alpha, to, width);
            }
        }
    }

    private static void split(byte[] rgba, int from, byte[] rgb, byte[] alpha, int to, int pixels) {
        for (int x = 0; x < pixels; x++) {
            rgb[3 * (to + x)] = rgba[from + 4 * x];
            rgb[3 * (to + x) + 1] = rgba[from + 4 * x + 1];
            rgb[3 * (to + x) + 2] = rgba[from + 4 * x + 2];
            alpha[to + x] = rgba[from + 4 * x + 3];
        }
    }
}
