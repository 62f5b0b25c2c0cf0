package dev.fovea.interop;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;

/**
 * An encoded picture of an odd size.
 *
 * @param mediaType of the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // made, sent and forgotten; nobody compares two of them
record RandomPicture(String mediaType, byte[] bytes) {

    private static final int SMALLEST_SIDE = 18;
    private static final int LARGEST_SIDE = 260;

    static RandomPicture of(Random random) {
        int width = SMALLEST_SIDE + random.nextInt(LARGEST_SIDE);
        int height = SMALLEST_SIDE + random.nextInt(LARGEST_SIDE);
        return switch (random.nextInt(4)) {
            case 0 -> encoded(noise(width, height, random), "png");
            case 1 -> encoded(gradient(width, height, BufferedImage.TYPE_INT_RGB, random), "jpeg");
            case 2 -> encoded(gradient(width, height, BufferedImage.TYPE_INT_ARGB, random), "png");
            default -> encoded(gradient(width, height, BufferedImage.TYPE_INT_RGB, random), "png");
        };
    }

    /** Noise does not compress: the picture takes about three bytes a pixel. */
    static RandomPicture noise(int side, Random random) {
        return encoded(noise(side, side, random), "png");
    }

    private static BufferedImage noise(int width, int height, Random random) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, random.nextInt(1 << 24));
            }
        }
        return image;
    }

    private static BufferedImage gradient(int width, int height, int type, Random random) {
        BufferedImage image = new BufferedImage(width, height, type);
        int tint = random.nextInt(256);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int red = 255 * x / width;
                int green = 255 * y / height;
                int alpha = type == BufferedImage.TYPE_INT_ARGB ? (x + y) % 256 : 255;
                image.setRGB(x, y, (alpha << 24) | (red << 16) | (green << 8) | tint);
            }
        }
        return image;
    }

    private static RandomPicture encoded(BufferedImage image, String format) {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            if (!ImageIO.write(image, format, out)) {
                throw new IllegalStateException("this Java writes no " + format);
            }
            return new RandomPicture("image/" + format, out.toByteArray());
        } catch (IOException e) {
            throw new IllegalStateException("a picture in memory cannot fail", e);
        }
    }
}
