package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class Bfloat16Test {

    @Test
    void everyValueOfEveryArithmeticBecomesItsNearestBfloat16() {
        for (Normalisation normalisation : Normalisation.values()) {
            for (double mean : new double[] {0.5, 0.48145466, 0.4578275, 0.40821073}) {
                for (float value : normalisation.table(mean, 0.26862954)) {
                    assertNearest(value);
                }
            }
        }
    }

    @Test
    void anyFiniteFloatBecomesItsNearestBfloat16() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100_000; round++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (Math.abs(value) < 1e38f) {
                assertNearest(value);
            }
        }
    }

    @Test
    void tiesGoToTheEvenNeighbour() {
        assertThat(Bfloat16.nearest(Float.intBitsToFloat(0x3F808000))).isEqualTo((short) 0x3F80);
        assertThat(Bfloat16.nearest(Float.intBitsToFloat(0x3F818000))).isEqualTo((short) 0x3F82);
        assertThat(Bfloat16.nearest(-0.0f)).isEqualTo((short) 0x8000);
    }

    /** By distance to both neighbours, in doubles, instead of by bits. */
    private static void assertNearest(float value) {
        int below = Float.floatToRawIntBits(value) >>> 16;
        double toBelow = Math.abs((double) value - widened(below));
        double toAbove = Math.abs(widened(below + 1) - (double) value);
        int expected = toBelow < toAbove || (toBelow == toAbove && below % 2 == 0) ? below : below + 1;

        assertThat(Bfloat16.nearest(value)).as("%s", value).isEqualTo((short) expected);
    }

    private static double widened(int bfloat16) {
        return Float.intBitsToFloat(bfloat16 << 16);
    }
}
