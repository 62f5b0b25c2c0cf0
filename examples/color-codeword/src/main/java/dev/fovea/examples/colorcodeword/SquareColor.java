package dev.fovea.examples.colorcodeword;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The nine colours and their letters. */
public enum SquareColor {
    RED(0xFF0000),
    GREEN(0x00FF00),
    BLUE(0x0000FF),
    YELLOW(0xFFFF00),
    PURPLE(0x800080),
    CYAN(0x00FFFF),
    ORANGE(0xFFA500),
    WHITE(0xFFFFFF),
    BLACK(0x000000);

    private final int rgb;

    SquareColor(int rgb) {
        this.rgb = rgb;
    }

    int rgb() {
        return rgb;
    }

    /** {@code A} for the first colour, {@code I} for the last. */
    public char letter() {
        return (char) ('A' + ordinal());
    }

    /** The mapping as the system message explains it: {@code red A, green B, …}. */
    static String legend() {
        return Arrays.stream(values())
                .map(color -> color.name().toLowerCase(Locale.ROOT) + " " + color.letter())
                .collect(Collectors.joining(", "));
    }
}
