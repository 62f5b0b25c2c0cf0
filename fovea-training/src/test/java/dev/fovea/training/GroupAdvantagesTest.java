package dev.fovea.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupAdvantagesTest {

    /** Bit patterns of the training specification, section 3.4: 32-bit arithmetic, widened. */
    @Test
    void differencesFromTheMeanHaveTheReferencesBits() {
        List<Double> advantages = new GroupAdvantages(GroupAdvantages.Scale.NONE)
                .of(List.of(1.0, 0.0, 0.0))
                .orElseThrow();

        assertThat(advantages.stream().map(Double::doubleToLongBits))
                .containsExactly(0x3fe5555540000000L, 0xbfd5555560000000L, 0xbfd5555560000000L);
    }

    /** Group g3 of case 018: the failed rollout is left out before the mean is taken. */
    @Test
    void aFailedRolloutIsNoRewardOfZero() {
        assertThat(new GroupAdvantages(GroupAdvantages.Scale.NONE).of(List.of(1.0, 0.0, 1.0)))
                .contains(List.of(0.3333333134651184, -0.6666666865348816, 0.3333333134651184));
    }

    @Test
    void aGroupOfOneGetsZero() {
        assertThat(new GroupAdvantages(GroupAdvantages.Scale.NONE).of(List.of(1.0)))
                .contains(List.of(0.0));
    }

    @Test
    void aGroupWithoutVarianceTeachesNothing() {
        assertThat(new GroupAdvantages(GroupAdvantages.Scale.STANDARD_DEVIATION).of(List.of(1.0, 1.0)))
                .isEmpty();
    }

    @Test
    void scaledAdvantagesHaveUnitVariance() {
        List<Double> advantages = new GroupAdvantages(GroupAdvantages.Scale.STANDARD_DEVIATION)
                .of(List.of(1.0, 0.0))
                .orElseThrow();

        assertThat(advantages).containsExactly(1.0, -1.0);
    }
}
