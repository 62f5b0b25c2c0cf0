package dev.fovea.cli;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Small pictures as files and as data URLs. */
final class TestImages {

    private static final int WIDTH_AT = 16;
    private static final int HEADER_FROM = 12;
    private static final int HEADER_TO = 29;

    private TestImages() {}

    static byte[] png(int rgb, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                // a gradient, so that another resize gives other pixels
                image.setRGB(x, y, rgb ^ (x * 255 / width) << 8 ^ y * 255 / height);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** A file whose header promises a picture of this size; its data is that of one pixel. */
    static byte[] bomb(int width, int height) {
        byte[] file = png(0, 1, 1);
        ByteBuffer bytes = ByteBuffer.wrap(file);
        bytes.putInt(WIDTH_AT, width).putInt(WIDTH_AT + 4, height);
        CRC32 checksum = new CRC32();
        checksum.update(file, HEADER_FROM, HEADER_TO - HEADER_FROM);
        bytes.putInt(HEADER_TO, (int) checksum.getValue());
        return file;
    }

    static String dataUrl(byte[] png) {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
    }
}
