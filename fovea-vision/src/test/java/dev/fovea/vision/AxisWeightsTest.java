package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisWeightsTest {

    @Test
    void pillowsWorkedWeightsOfAShrinkingAxis() {
        AxisWeights axis = AxisWeights.of(8, 3, AxisWeights.Precision.PILLOW);

        assertThat(axis.start(0)).isZero();
        assertThat(weights(axis, 0)).containsExactly(1357984, 1678094, 1096189, 261175, -104842, -91194, -3102);
        assertThat(weights(axis, 1)).containsExactly(-113649, 59548, 732425, 1418827, 1418827, 732425, 59548, -113649);
        assertThat(axis.start(2)).isOne();
        assertThat(weights(axis, 2)).containsExactly(-3102, -91194, -104842, 261175, 1096189, 1678094, 1357984);
    }

    @Test
    void pillowsWorkedWeightsOfAGrowingAxis() {
        AxisWeights axis = AxisWeights.of(3, 8, AxisWeights.Precision.PILLOW);

        assertThat(weights(axis, 0)).containsExactly(4619925, -425621);
        assertThat(weights(axis, 1)).containsExactly(4043813, 157965, -7475);
        assertThat(weights(axis, 2)).containsExactly(2538418, 1867061, -211176);
        assertThat(weights(axis, 3)).containsExactly(637550, 3812682, -255929);
        assertThat(axis.start(7)).isOne();
    }

    @Test
    void atensWorkedWeights() {
        AxisWeights shrinking = AxisWeights.of(8, 3, AxisWeights.Precision.ATEN);
        AxisWeights growing = AxisWeights.of(3, 8, AxisWeights.Precision.ATEN);

        assertThat(weights(shrinking, 0)).containsExactly(21219, 26220, 17128, 4081, -1638, -1425, -48);
        assertThat(weights(shrinking, 1)).containsExactly(-1776, 930, 11444, 22169, 22169, 11444, 930, -1776);
        assertThat(weights(growing, 0)).containsExactly(18047, -1663);
        assertThat(weights(growing, 2)).containsExactly(9916, 7293, -825);
    }

    @ParameterizedTest
    @CsvSource({
        "640,644,14",
        "1080,1092,14",
        "1,256,14",
        "480,476,15",
        "720,704,15",
        "7000,4832,15",
        "64,40,15",
        "8,3,16",
        "1000,196,17",
        "700,28,19",
        "40,3,18",
        "5000,3,22"
    })
    void atensPrecisionKeepsTheLargestWeightWithin16Bits(int input, int output, int shift) {
        assertThat(AxisWeights.of(input, output, AxisWeights.Precision.ATEN).shift())
                .isEqualTo(shift);
    }

    private static int[] weights(AxisWeights axis, int output) {
        return Arrays.copyOfRange(axis.weights(), axis.offset(output), axis.offset(output) + axis.length(output));
    }
}
