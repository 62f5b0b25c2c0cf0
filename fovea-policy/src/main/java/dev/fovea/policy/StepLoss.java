package dev.fovea.policy;

import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import java.util.List;

/** The loss of one optimiser step, in double precision on the Java side: PyTorch only carries its derivatives backwards. */
final class StepLoss {

    private final LearnSettings settings;
    private double sum;
    private long trained;
    private long clipped;
    private long compared;
    private double entropy;
    private double kl;
    private double largestDifference;

    StepLoss(LearnSettings settings) {
        this.settings = settings;
    }

    /**
     * Adds tokens.
     *
     * @param logprobs the trainer's, one a token
     * @return the derivative of the step's loss by each log-probability
     */
    float[] add(List<TrainedToken> tokens, float[] logprobs, double entropySum) {
        float[] derivatives = new float[logprobs.length];
        for (int i = 0; i < logprobs.length; i++) {
            derivatives[i] = (float) (add(tokens.get(i), logprobs[i]) / settings.lossDenominator());
        }
        trained += logprobs.length;
        entropy += entropySum;
        return derivatives;
    }

    private double add(TrainedToken token, double logprob) {
        sum -= token.ceWeight() * logprob;
        if (token.rlWeight() == 0) {
            return -token.ceWeight();
        }
        double difference = logprob - token.samplerLogprob();
        double ratio = Math.exp(difference);
        compare(difference, ratio);
        double gain = ratio * token.advantage();
        double bound = Math.clamp(ratio, 1 - settings.clipRatio(), 1 + settings.clipRatio()) * token.advantage();
        sum -= token.rlWeight() * Math.min(gain, bound);
        boolean cut = bound < gain;
        clipped += cut ? 1 : 0;
        return -token.ceWeight() - (cut ? 0 : token.rlWeight() * gain);
    }

    private void compare(double difference, double ratio) {
        kl += ratio - 1 - difference;
        largestDifference = Math.max(largestDifference, Math.abs(difference));
        compared++;
    }

    long trained() {
        return trained;
    }

    double loss() {
        return sum / settings.lossDenominator();
    }

    LearnReport report(double gradientNorm) {
        return new LearnReport(loss(), gradientNorm, trained, clipped, entropy, kl, largestDifference, compared);
    }
}
