package dev.fovea.examples.colorcodeword;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** The squares as data URLs: 100 x 100 pixels of one colour, PNG. Made once; the nine of them take a few kilobytes. */
final class SquareImages {

    private static final int SIDE = 100;
    private static final int MID_GREY = 0x808080;

    private static final Map<SquareColor, String> SQUARES = Arrays.stream(SquareColor.values())
            .collect(Collectors.toUnmodifiableMap(color -> color, color -> dataUrl(color.rgb())));

    private static final String BLANK = dataUrl(MID_GREY);

    private SquareImages() {}

    static String square(SquareColor color) {
        return SQUARES.getOrDefault(color, BLANK);
    }

    static String blank() {
        return BLANK;
    }

    private static String dataUrl(int rgb) {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        int[] row = new int[SIDE];
        Arrays.fill(row, rgb);
        for (int y = 0; y < SIDE; y++) {
            image.setRGB(0, y, SIDE, 1, row, 0, SIDE);
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png.toByteArray());
    }
}
