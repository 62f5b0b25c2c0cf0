package dev.fovea.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenValuesTest {

    @Test
    void joinedAndCutValuesEqualPlainArrays() {
        long seed = 20_261_129;
        Random random = new Random(seed);

        for (int round = 0; round < 500; round++) {
            double[] plain = {};
            TokenValues values = TokenValues.empty();
            for (int piece = 0; piece < random.nextInt(12); piece++) {
                double[] next = next(random);
                values = values.concat(random.nextBoolean() ? TokenValues.of(next) : viaBuilder(next));
                plain = join(plain, next);
            }
            int from = random.nextInt(plain.length + 1);
            int to = from + random.nextInt(plain.length - from + 1);

            assertThat(values.toArray()).as("seed %d round %d", seed, round).isEqualTo(plain);
            assertThat(values.slice(from, to).toArray()).isEqualTo(Arrays.copyOfRange(plain, from, to));
            assertThat(values).isEqualTo(TokenValues.of(plain)).hasSameHashCodeAs(TokenValues.of(plain));
            for (int i = from; i < to; i++) {
                assertThat(values.get(i)).isEqualTo(plain[i]);
            }
        }
    }

    @Test
    void aVisitorSeesEveryValueInOrder() {
        TokenValues values =
                TokenValues.filled(3, 0.5).concat(TokenValues.of(1, 2, 3)).concat(TokenValues.filled(2, 0));
        double[] seen = new double[values.size()];
        int[] at = {0};

        values.visit(new TokenValues.PieceVisitor<RuntimeException>() {
            @Override
            public void constant(double value, int tokens) {
                Arrays.fill(seen, at[0], at[0] += tokens, value);
            }

            @Override
            public void stretch(double[] array, int from, int to) {
                System.arraycopy(array, from, seen, at[0], to - from);
                at[0] += to - from;
            }
        });

        assertThat(seen).containsExactly(0.5, 0.5, 0.5, 1, 2, 3, 0, 0);
    }

    @Test
    void zeroAndMinusZeroStayApart() {
        TokenValues values = TokenValues.filled(1, 0.0).concat(TokenValues.filled(1, -0.0));

        assertThat(Double.doubleToRawLongBits(values.get(1))).isEqualTo(Double.doubleToRawLongBits(-0.0));
    }

    @Test
    void sampledValuesSpreadOverTheirMask() {
        TokenMask mask = TokenMask.of(false, true, true, false, true);

        assertThat(TokenValues.spread(mask, TokenValues.of(-1, -2, -3)).toArray())
                .containsExactly(0, -1, -2, 0, -3);
        assertThat(TokenValues.where(mask, 0.25).toArray()).containsExactly(0, 0.25, 0.25, 0, 0.25);
        assertThatThrownBy(() -> TokenValues.spread(mask, TokenValues.of(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 values for 3 tokens");
    }

    private static double[] next(Random random) {
        double[] next = new double[random.nextInt(70)];
        double constant = random.nextInt(3);
        boolean varies = random.nextBoolean();
        for (int i = 0; i < next.length; i++) {
            next[i] = varies ? random.nextDouble() : constant;
        }
        return next;
    }

    /** Equal neighbours as one constant. */
    private static TokenValues viaBuilder(double[] values) {
        TokenValues.Builder builder = new TokenValues.Builder();
        for (double value : values) {
            builder.add(value, 1);
        }
        return builder.build();
    }

    private static double[] join(double[] left, double[] right) {
        double[] joined = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }
}
