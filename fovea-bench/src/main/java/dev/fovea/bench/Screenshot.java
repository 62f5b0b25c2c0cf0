package dev.fovea.bench;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * What agents on computers look at, made up: a window with a side bar, lines of small dark marks on light ground, and a photograph
 * of smooth colours. The same on every machine; it needs no font.
 */
final class Screenshot {

    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final int LINE = 20;
    private static final int GLYPH = 9;
    private static final float JPEG_QUALITY = 0.85f;

    private final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    private final Random random = new Random(1);

    private Screenshot() {
        fill(0, 0, WIDTH, HEIGHT, 0xF6F7F9);
        fill(0, 0, WIDTH, 40, 0x2B2F3A);
        fill(0, 40, 320, HEIGHT, 0xE4E8EE);
        lines(16, 60, 290, HEIGHT - 20, 0x3A4252);
        lines(350, 60, 1300, HEIGHT - 20, 0x1C1E22);
        photograph(1330, 80, 560, 420);
        lines(1330, 530, 1890, HEIGHT - 20, 0x5A2A2A);
    }

    /** The JDK's writer takes 4:2:0 for JPEG. */
    static void write(Path jpeg, Path png) throws IOException {
        BufferedImage image = new Screenshot().image;
        ImageIO.write(image, "png", png.toFile());
        writeJpeg(image, jpeg);
    }

    private static void writeJpeg(BufferedImage image, Path file) throws IOException {
        ImageWriter writer = ImageIO.getImageWriters(ImageTypeSpecifier.createFromRenderedImage(image), "jpeg")
                .next();
        ImageWriteParam quality = writer.getDefaultWriteParam();
        quality.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        quality.setCompressionQuality(JPEG_QUALITY);
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), quality);
        } finally {
            writer.dispose();
        }
    }

    private void fill(int left, int top, int right, int bottom, int colour) {
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                image.setRGB(x, y, colour);
            }
        }
    }

    /** Words of marks with soft edges, as rendered text has them. */
    private void lines(int left, int top, int right, int bottom, int colour) {
        for (int y = top; y + LINE < bottom; y += LINE) {
            int end = left + (right - left) * (50 + random.nextInt(50)) / 100;
            for (int x = left; x + GLYPH < end; x += GLYPH) {
                if (random.nextInt(6) > 0) {
                    glyph(x, y, colour);
                }
            }
        }
    }

    private void glyph(int left, int top, int colour) {
        for (int stroke = 0; stroke < 3; stroke++) {
            int x = left + random.nextInt(GLYPH - 3);
            int y = top + random.nextInt(8);
            boolean upright = random.nextBoolean();
            for (int i = 0; i < 6; i++) {
                blend(x + (upright ? 0 : i / 2), y + (upright ? i : 0), colour, 255);
                blend(x + (upright ? 1 : i / 2), y + (upright ? i : 1), colour, 110);
            }
        }
    }

    private void blend(int x, int y, int colour, int alpha) {
        int under = image.getRGB(x, y);
        int mixed = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int a = (under >> shift) & 0xFF;
            int b = (colour >> shift) & 0xFF;
            mixed |= ((a * (255 - alpha) + b * alpha) / 255) << shift;
        }
        image.setRGB(x, y, mixed);
    }

    private void photograph(int left, int top, int width, int height) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double red = 128 + 90 * Math.sin(x / 47.0 + y / 91.0);
                double green = 128 + 90 * Math.sin(x / 61.0 - y / 37.0);
                double blue = 128 + 90 * Math.cos((x + y) / 83.0);
                int noise = random.nextInt(9) - 4;
                image.setRGB(
                        left + x, top + y, clip(red + noise) << 16 | clip(green + noise) << 8 | clip(blue + noise));
            }
        }
    }

    private static int clip(double value) {
        return (int) Math.clamp(value, 0, 255);
    }
}
