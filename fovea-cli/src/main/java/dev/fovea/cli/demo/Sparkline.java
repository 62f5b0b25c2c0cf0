package dev.fovea.cli.demo;

import java.util.List;

/** A row of block characters that shows how values from 0 to 1 went. */
final class Sparkline {

    private static final String BLOCKS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /** At most {@code width} characters; more values than that are averaged. */
    static String of(List<Double> values, int width) {
        StringBuilder line = new StringBuilder();
        int columns = Math.min(width, values.size());
        for (int column = 0; column < columns; column++) {
            int from = column * values.size() / columns;
            int to = Math.max(from + 1, (column + 1) * values.size() / columns);
            double mean = values.subList(from, to).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            int block = (int) Math.min(BLOCKS.length() - 1, Math.max(0, mean * BLOCKS.length()));
            line.append(BLOCKS.charAt(block));
        }
        return line.toString();
    }
}
