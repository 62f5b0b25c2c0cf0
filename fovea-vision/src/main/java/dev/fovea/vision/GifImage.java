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
    public RgbImage decode() {
        int width = frame.frame().width();
        int height = frame.frame().height();
        byte[] indices = GifLzw.decode(bytes, frame.data(), Math.multiplyExact(width, height));
        byte[] rgb = background();
        int from = 0;
        for (int y : frame.rowOrder()) {
            int to = 3 * ((frame.y() + y) * size().width() + frame.x());
            for (int x = 0; x < width; x++) {
                frame.palette().put(indices[from++] & 0xFF, rgb, to);
                to += 3;
            }
        }
        return new RgbImage(size(), rgb);
    }

    private byte[] background() {
        byte[] rgb = new byte[Math.toIntExact(3 * size().pixels())];
        if (!frame.frame().equals(frame.screen())) {
            for (int to = 0; to < rgb.length; to += 3) {
                frame.palette().put(frame.background(), rgb, to);
            }
        }
        return rgb;
    }
}
