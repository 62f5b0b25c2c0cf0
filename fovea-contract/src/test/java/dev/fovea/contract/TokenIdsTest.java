package dev.fovea.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenIdsTest {

    @Test
    void joiningAndCuttingEqualsTheSameOnArrays() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int[] expected = {};
            TokenIds actual = TokenIds.empty();
            for (int step = 0; step < 12; step++) {
                if (random.nextInt(4) == 0) {
                    int from = random.nextInt(expected.length + 1);
                    int to = from + random.nextInt(expected.length - from + 1);
                    expected = Arrays.copyOfRange(expected, from, to);
                    actual = actual.slice(from, to);
                } else {
                    int[] more = random.ints(random.nextInt(random.nextBoolean() ? 8 : 2_000), 0, 9)
                            .toArray();
                    int[] joined = Arrays.copyOf(expected, expected.length + more.length);
                    System.arraycopy(more, 0, joined, expected.length, more.length);
                    expected = joined;
                    actual = actual.concat(TokenIds.of(more));
                }
            }
            assertSame(actual, expected, random);
        }
    }

    private static void assertSame(TokenIds actual, int[] expected, Random random) {
        TokenIds flat = TokenIds.of(expected);
        assertThat(actual.toArray()).isEqualTo(expected);
        assertThat(actual.stream().toArray()).isEqualTo(expected);
        assertThat(actual).isEqualTo(flat).hasSameHashCodeAs(flat).hasToString(flat.toString());
        assertThat(actual.mismatch(flat)).isEqualTo(-1);
        for (int i = 0; i < Math.min(expected.length, 50); i++) {
            int at = random.nextInt(expected.length);
            assertThat(actual.get(at)).isEqualTo(expected[at]);
        }
        if (expected.length > 0) {
            int at = random.nextInt(expected.length);
            int[] other = expected.clone();
            other[at]++;
            assertThat(actual.mismatch(TokenIds.of(other))).isEqualTo(at);
            assertThat(actual.startsWith(flat.slice(0, at))).isTrue();
            assertThat(actual.startsWith(TokenIds.of(other))).isFalse();
        }
    }
}
