package dev.fovea.bench;

import dev.fovea.training.PackSettings;
import dev.fovea.training.pack.PackPlan;
import dev.fovea.training.pack.SampleShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What planning costs a sample, from a thousand samples to a million. */
final class PackGrowth {

    private static final int[] SIZES = {1_000, 10_000, 100_000, 1_000_000};
    private static final int ROW = 16_384;
    private static final int RANKS = 8;

    private PackGrowth() {}

    static void measure(TrainingFigures.Builder figures) {
        for (int size : SIZES) {
            List<SampleShape> shapes = shapes(size);
            double best = Double.MAX_VALUE;
            for (int round = 0; round < 3; round++) {
                long begun = System.nanoTime();
                PackPlan plan = PackPlan.of(shapes, PackSettings.forRanks(ROW, 1, RANKS));
                best = Math.min(best, (System.nanoTime() - begun) / 1e9);
                if (plan.load().rowsEach() == 0) {
                    throw new IllegalStateException("nothing was planned");
                }
            }
            figures.growth(size, best);
        }
    }

    /** Every other sample with images; lengths from 100 tokens to a row, short ones far more often. */
    private static List<SampleShape> shapes(int size) {
        Random random = new Random(size);
        List<SampleShape> shapes = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            double length = random.nextDouble();
            shapes.add(new SampleShape(
                    100 + (int) ((ROW - 100) * length * length * length), 0, i % 2 == 0 ? "qwen_vl" : null, null));
        }
        return shapes;
    }
}
