package dev.fovea.training.balance;

import java.util.List;

/**
 * Estimated work of a forward pass over a row of several samples: attention does not cross their borders.
 *
 * @param linear operations a token, at least 0
 * @param quadratic operations a pair of tokens of one sample, at least 0
 */
public record RowCost(long linear, long quadratic) {

    /** Only tokens count: for when the model is not known. */
    public static final RowCost TOKENS = new RowCost(1, 0);

    public RowCost {
        if (linear < 0 || quadratic < 0) {
            throw new IllegalArgumentException("a cost of " + linear + " and " + quadratic);
        }
    }

    /**
     * Cost of one sample.
     *
     * @throws ArithmeticException where it does not fit 63 bits
     */
    public long of(int tokens) {
        long length = tokens;
        return Math.addExact(Math.multiplyExact(linear, length), Math.multiplyExact(quadratic, length * length));
    }

    /** Cost of a row of samples. */
    public long of(List<Integer> lengths) {
        long cost = 0;
        for (int length : lengths) {
            cost = Math.addExact(cost, of(length));
        }
        return cost;
    }
}
