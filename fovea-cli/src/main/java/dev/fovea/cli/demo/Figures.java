package dev.fovea.cli.demo;

import java.util.Locale;

/** How figures are written for people. */
final class Figures {

    private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};

    private Figures() {}

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    static String tiny(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.1e", value);
    }

    static String bytes(long bytes) {
        double scaled = bytes;
        int unit = 0;
        while (scaled >= 1000 && unit < BYTE_UNITS.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", scaled, BYTE_UNITS[unit]);
    }

    static String clock(double seconds) {
        return String.format(Locale.ROOT, "%d:%02d", (long) seconds / 60, (long) seconds % 60);
    }
}
