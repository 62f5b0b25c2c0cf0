package dev.fovea.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenMaskTest {

    @Test
    void joiningAndCuttingEqualsTheSameOnArrays() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            boolean[] left = values(random);
            boolean[] right = values(random);
            boolean[] joined = Arrays.copyOf(left, left.length + right.length);
            System.arraycopy(right, 0, joined, left.length, right.length);

            TokenMask actual = TokenMask.of(left).concat(TokenMask.of(right));

            int from = random.nextInt(joined.length + 1);
            int to = from + random.nextInt(joined.length - from + 1);
            assertSame(actual, joined);
            assertSame(actual.slice(from, to), Arrays.copyOfRange(joined, from, to));
        }
    }

    private static boolean[] values(Random random) {
        boolean[] values = new boolean[random.nextInt(20)];
        for (int i = 0; i < values.length; i++) {
            boolean repeated = i > 0 && random.nextInt(3) > 0;
            values[i] = repeated ? values[i - 1] : random.nextBoolean();
        }
        return values;
    }

    private static void assertSame(TokenMask actual, boolean[] expected) {
        int count = 0;
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual.get(i)).isEqualTo(expected[i]);
            count += expected[i] ? 1 : 0;
        }
        assertThat(actual.toArray()).isEqualTo(expected);
        assertThat(actual.count()).isEqualTo(count);
        assertThat(actual).isEqualTo(TokenMask.of(expected)).hasSameHashCodeAs(TokenMask.of(expected));
        assertThat(TokenMask.filled(3, true)).isEqualTo(TokenMask.of(true, true, true));
    }
}
