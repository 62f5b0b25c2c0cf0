package dev.fovea.page;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Mean reward a step, with its mean over seven steps, as an SVG picture. Drawn by hand: a JVM without fonts, as servers often have,
 * draws it as well.
 */
public final class RewardPlot {

    private static final int WIDTH = 860;
    private static final int HEIGHT = 340;
    private static final int LEFT = 56;
    private static final int RIGHT = 24;
    private static final int TOP = 34;
    private static final int BOTTOM = 48;
    private static final int WINDOW = 7;

    private final List<Double> rewards;
    private final OptionalDouble warmUp;
    private final OptionalDouble evaluation;

    /**
     * A plot.
     *
     * @param rewards mean of each step, 0 to 1
     * @param warmUp sampled evaluation before the first step
     * @param evaluation sampled evaluation after the last step
     */
    public RewardPlot(List<Double> rewards, OptionalDouble warmUp, OptionalDouble evaluation) {
        this.rewards = List.copyOf(rewards);
        this.warmUp = warmUp;
        this.evaluation = evaluation;
    }

    /** The picture; stands alone as a file and inside a page. */
    public String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"13\">%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>\n");
        grid(svg);
        if (!rewards.isEmpty()) {
            dots(svg);
            line(svg);
        }
        level(svg, warmUp, "#9a6b00", "after warm-up, held out", false);
        level(svg, evaluation, "#0b6e4f", "after training, held out", true);
        return svg.append("</svg>\n").toString();
    }

    private void grid(StringBuilder svg) {
        for (int tick = 0; tick <= 4; tick++) {
            double value = tick / 4.0;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e4ded0\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555\">%.2f</text>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y(value),
                    y(value),
                    LEFT - 8,
                    y(value) + 4,
                    value));
        }
        int stride = Math.max(1, Math.ceilDiv(rewards.size(), 6));
        for (int step = stride; step <= rewards.size(); step += stride) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%d</text>%n",
                    x(step - 1),
                    HEIGHT - BOTTOM + 20,
                    step));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#333\">training step</text>"
                        + "<text x=\"%d\" y=\"20\" fill=\"#333\" font-weight=\"600\">mean reward of a step, and of the last %d</text>%n",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 10,
                LEFT,
                WINDOW));
    }

    private void dots(StringBuilder svg) {
        for (int step = 0; step < rewards.size(); step++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"#2a6fbb\" fill-opacity=\"0.45\"/>%n",
                    x(step),
                    y(rewards.get(step))));
        }
    }

    private void line(StringBuilder svg) {
        String points = IntStream.range(0, rewards.size())
                .mapToObj(step -> String.format(Locale.ROOT, "%.1f,%.1f", x(step), y(meanUpTo(step))))
                .collect(Collectors.joining(" "));
        svg.append("<polyline fill=\"none\" stroke=\"#2a6fbb\" stroke-width=\"2.2\" points=\"")
                .append(points)
                .append("\"/>\n");
    }

    private double meanUpTo(int step) {
        return rewards.subList(Math.max(0, step + 1 - WINDOW), step + 1).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    private void level(StringBuilder svg, OptionalDouble value, String color, String label, boolean above) {
        if (value.isEmpty()) {
            return;
        }
        double at = y(value.getAsDouble());
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"5 4\"/>"
                        + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"%s\">%s: %.3f</text>%n",
                LEFT,
                WIDTH - RIGHT,
                at,
                at,
                color,
                WIDTH - RIGHT - 4,
                above ? at - 6 : at + 16,
                color,
                label,
                value.getAsDouble()));
    }

    private double x(int step) {
        double share = rewards.size() < 2 ? 0.5 : (double) step / (rewards.size() - 1);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double reward) {
        return TOP + (1 - reward) * (HEIGHT - TOP - BOTTOM);
    }
}
