package dev.fovea.orchestrator;

/**
 * Rises linearly, then falls linearly.
 *
 * @param peak reached after {@code riseSteps}
 * @param riseSteps at least 1
 * @param fallSteps the floor is reached at this step; 0 keeps the peak
 * @param floor share of the peak that is left, from 0 to 1
 */
public record LearningRate(double peak, int riseSteps, int fallSteps, double floor) {

    /**
     * The rate of a step.
     *
     * @param step from 1
     */
    public double at(long step) {
        if (step <= riseSteps) {
            return peak * step / riseSteps;
        }
        if (fallSteps <= riseSteps) {
            return peak;
        }
        double fallen = Math.min(1.0, (double) (step - riseSteps) / (fallSteps - riseSteps));
        return peak * (1.0 - fallen * (1.0 - floor));
    }
}
