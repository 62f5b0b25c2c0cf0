package dev.fovea.cli.image;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.vision.RgbImage;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Writes a picture that people can look at. */
final class SeenPicture {

    private SeenPicture() {}

    /** Writes {@code NAME.seen.png}, whole or not at all, and returns its path. */
    static Path write(RgbImage image, Path folder, Path source) {
        String name = String.valueOf(source.getFileName()).replaceFirst("\\.[^.]*$", "") + ".seen.png";
        Path target = folder.resolve(name);
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, name, ".part");
            try {
                ImageIO.write(buffered(image), "png", part.toFile());
                Files.move(part, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
            return target;
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "writing " + target + " failed: " + e.getMessage(),
                    "name a folder that can be written",
                    e);
        }
    }

    private static BufferedImage buffered(RgbImage image) {
        int width = image.size().width();
        int height = image.size().height();
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        byte[] samples = image.samples();
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int red = samples[at] & 0xFF;
                int green = samples[at + 1] & 0xFF;
                int blue = samples[at + 2] & 0xFF;
                picture.setRGB(x, y, (red << 16) | (green << 8) | blue);
                at += 3;
            }
        }
        return picture;
    }
}
