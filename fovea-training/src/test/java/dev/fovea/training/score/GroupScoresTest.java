package dev.fovea.training.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupScoresTest {

    /** Bit patterns of the training specification, section 3.4: 32-bit arithmetic, widened. */
    @Test
    void differencesFromTheMeanHaveTheReferencesBits() {
        assertThat(new GroupMean(null).of(group(1.0, 0.0, 0.0)).stream().map(Double::doubleToLongBits))
                .containsExactly(0x3fe5555540000000L, 0xbfd5555560000000L, 0xbfd5555560000000L);
    }

    /** Group g3 of case 018: the failed rollout is left out before the mean is taken. */
    @Test
    void aFailedRolloutIsNoRewardOfZero() {
        assertThat(new GroupMean(null).of(group(1.0, 0.0, 1.0)))
                .containsExactly(0.3333333134651184, -0.6666666865348816, 0.3333333134651184);
    }

    @Test
    void aGroupOfOneGetsZero() {
        assertThat(new GroupMean(null).of(group(1.0))).containsExactly(0.0);
    }

    @Test
    void aGroupWithoutVarianceTeachesNothing() {
        ZeroVarianceFilter filter = new ZeroVarianceFilter();

        assertThat(filter.admits(new StandardScore().of(group(1.0, 1.0)))).isFalse();
        assertThat(filter.dropped()).isEqualTo(1);
    }

    @Test
    void scaledAdvantagesHaveUnitVariance() {
        assertThat(new StandardScore().of(group(1.0, 0.0))).containsExactly(1.0, -1.0);
    }

    private static List<RolloutFacts> group(double... rewards) {
        return Arrays.stream(rewards).mapToObj(RolloutFacts::rewarded).toList();
    }
}
