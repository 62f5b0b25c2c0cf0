package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.awt.image.Raster;

/** The first frame of a GIF file, on its screen, as Pillow shows it: transparent pixels keep their palette colour. */
final class GifImage implements ParsedImage {

    private static final JdkReader READER = new JdkReader("gif");

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
        Raster raster = READER.read(bytes.array());
        if (raster.getWidth() != frame.frame().width()
                || raster.getHeight() != frame.frame().height()) {
            throw InvalidImage.because("a GIF file whose data has another size than its header");
        }
        int width = size().width();
        byte[] rgb = new byte[Math.toIntExact(3 * size().pixels())];
        for (int to = 0; to < rgb.length; to += 3) {
            frame.palette().put(frame.background(), rgb, to);
        }
        Samples.forEachRow(raster, (row, y) -> {
            int to = 3 * ((frame.y() + y) * width + frame.x());
            for (int index : row) {
                frame.palette().put(index, rgb, to);
                to += 3;
            }
        });
        return new RgbImage(size(), rgb);
    }
}
