package dev.fovea.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LearningRateTest {

    @Test
    void itRisesToItsPeakAndFallsToItsFloor() {
        LearningRate rate = new LearningRate(1e-3, 8, 60, 0.1);

        assertThat(rate.at(1)).isEqualTo(1e-3 / 8);
        assertThat(rate.at(8)).isEqualTo(1e-3);
        assertThat(rate.at(34)).isEqualTo(1e-3 * 0.55);
        assertThat(rate.at(60)).isCloseTo(1e-4, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(rate.at(1000)).isCloseTo(1e-4, org.assertj.core.data.Offset.offset(1e-12));
    }

    @Test
    void withoutAFallItKeepsItsPeak() {
        assertThat(new LearningRate(3e-3, 20, 0, 1.0).at(500)).isEqualTo(3e-3);
    }
}
