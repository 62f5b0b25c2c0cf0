package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** The first frame of a GIF file, on its screen, as Pillow shows it: transparent pixels keep their palette colour. */
final class GifImage implements ParsedImage {

    private final GifFrame frame;
    private final Bytes bytes;

    private GifImage(GifFrame frame, Bytes bytes) {
        this.frame = frame;
        this.bytes = bytes;
    }

    static GifImage parse(Bytes bytes, ImageLimits limits) {
        return new GifImage(GifFrame.read(bytes, limits), bytes);
    }

    @Override
    public ImageKind kind() {
        return ImageKind.GIF;
    }

    @Override
    public ImageSize size() {
        return frame.screen();
    }

    @Override
    public Orientation orientation() {
        return Orientation.UPRIGHT;
    }

    @Override
    public Transparency transparency() {
        return frame.transparency();
    }

    @Override
    public void paint(Canvas canvas) {
        int width = frame.frame().width();
        int height = frame.frame().height();
        byte[] indices = GifLzw.decode(bytes, frame.data(), Math.multiplyExact(width, height));
        paintBackground(canvas);
        int from = 0;
        for (int y : frame.rowOrder()) {
            int to = (frame.y() + y) * size().width() + frame.x();
            for (int x = 0; x < width; x++) {
                put(indices[from++] & 0xFF, canvas, to++);
            }
        }
    }

    private void paintBackground(Canvas canvas) {
        if (!frame.isWhole()) {
            for (int pixel = 0; pixel < size().pixels(); pixel++) {
                put(frame.background(), canvas, pixel);
            }
        }
    }

    private void put(int index, Canvas canvas, int pixel) {
        frame.palette().put(index, canvas.rgb(), 3 * pixel);
        byte[] alpha = canvas.alpha();
        if (alpha != null) {
            alpha[pixel] = (byte) (index == frame.transparent() ? 0 : 255);
        }
    }
}
