package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepLossTest {

    private static final LearnSettings SETTINGS = new LearnSettings(1e-3, 0.2, 1, 4);

    @Test
    void aTokenInsideTheBoundsHasThePolicyGradient() {
        StepLoss loss = new StepLoss(SETTINGS);

        float[] derivatives = loss.add(List.of(token(2, -1.0, 1, 0)), new float[] {-0.9f}, 0);

        double ratio = Math.exp(0.1);
        assertThat((double) derivatives[0]).isCloseTo(-2 * ratio / 4, within(1e-6));
        assertThat(loss.loss()).isCloseTo(-2 * ratio / 4, within(1e-6));
        assertThat(loss.report(0).clippedTokens()).isZero();
    }

    @Test
    void aPraisedTokenThatIsMuchLikelierIsCut() {
        LearnReport report = cut(token(1, -1.0, 1, 0), -0.5f);

        assertThat(report.clippedTokens()).isEqualTo(1);
        assertThat(report.loss()).isCloseTo(-1.2 / 4, within(1e-6));
    }

    @Test
    void aBlamedTokenThatIsMuchRarerIsCut() {
        LearnReport report = cut(token(-1, -1.0, 1, 0), -2f);

        assertThat(report.clippedTokens()).isEqualTo(1);
        assertThat(report.loss()).isCloseTo(0.8 / 4, within(1e-6));
    }

    private static LearnReport cut(TrainedToken token, float logprob) {
        StepLoss loss = new StepLoss(SETTINGS);
        assertThat(Math.abs(loss.add(List.of(token), new float[] {logprob}, 0)[0]))
                .isZero();
        return loss.report(0);
    }

    @Test
    void aBlamedTokenThatIsMuchLikelierIsNotCut() {
        StepLoss loss = new StepLoss(SETTINGS);

        float[] derivatives = loss.add(List.of(token(-1, -1.0, 1, 0)), new float[] {0f}, 0);

        assertThat((double) derivatives[0]).isCloseTo(Math.E / 4, within(1e-6));
        assertThat(loss.report(0).clippedTokens()).isZero();
    }

    @Test
    void crossEntropyAloneIsNotCompared() {
        StepLoss loss = new StepLoss(SETTINGS);

        float[] derivatives = loss.add(List.of(token(9, -5.0, 0, 0.5)), new float[] {-2f}, 1.5);

        LearnReport report = loss.report(3);
        assertThat(derivatives).containsExactly(-0.125f);
        assertThat(report).isEqualTo(new LearnReport(0.25, 3, 1, 0, 1.5, 0, 0, 0));
    }

    @Test
    void theDistanceOfTheSamplerIsReported() {
        StepLoss loss = new StepLoss(SETTINGS);

        loss.add(List.of(token(0, -1.0, 1, 0), token(0, -1.0, 1, 0)), new float[] {-1.5f, -0.75f}, 0);

        LearnReport report = loss.report(0);
        assertThat(report.maxAbsLogprobDifference()).isEqualTo(0.5);
        assertThat(report.klSum()).isCloseTo(Math.exp(-0.5) - 0.5 + Math.exp(0.25) - 1.25, within(1e-9));
        assertThat(report.comparedTokens()).isEqualTo(2);
    }

    private static TrainedToken token(double advantage, double samplerLogprob, double rl, double ce) {
        return new TrainedToken(1, 7, 1, advantage, samplerLogprob, rl, ce);
    }
}
