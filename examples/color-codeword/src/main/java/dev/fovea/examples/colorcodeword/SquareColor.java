package dev.fovea.examples.colorcodeword;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The nine colours and their letters. */
public enum SquareColor {
    RED(0xFF0000, 'A'),
    GREEN(0x00FF00, 'B'),
    BLUE(0x0000FF, 'C'),
    YELLOW(0xFFFF00, 'D'),
    PURPLE(0x800080, 'E'),
    CYAN(0x00FFFF, 'F'),
    ORANGE(0xFFA500, 'G'),
    WHITE(0xFFFFFF, 'H'),
    BLACK(0x000000, 'I');

    private final int rgb;
    private final char letter;

    SquareColor(int rgb, char letter) {
        this.rgb = rgb;
        this.letter = letter;
    }

    int rgb() {
        return rgb;
    }

    /** {@code A} to {@code I}. */
    public char letter() {
        return letter;
    }

    /** The mapping as the system message explains it: {@code red A, green B, …}. */
    static String legend() {
        return Arrays.stream(values())
                .map(color -> color.name().toLowerCase(Locale.ROOT) + " " + color.letter())
                .collect(Collectors.joining(", "));
    }
}
