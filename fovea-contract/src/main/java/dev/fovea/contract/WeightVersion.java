package dev.fovea.contract;

/** Which weights answered: the number of optimiser batches behind them, from 0. */
public record WeightVersion(long step) {

    public WeightVersion {
        if (step < 0) {
            throw new IllegalArgumentException("weight version " + step);
        }
    }

    /** The name that engines report, for example {@code step-7}. */
    public String label() {
        return "step-" + step;
    }
}
