package dev.fovea.interop;

import dev.fovea.conform.ConformReport;
import dev.fovea.engine.Completion;

/**
 * Greedy completions of one prompt by two ways. They are the same as long as their log-probabilities differ by rounding only; a
 * different token is a difference unless the two best ones were as good as equal, and nothing behind it is comparable.
 *
 * @param logprobTolerance largest difference of a token's log-probability
 */
record CompletionComparison(double logprobTolerance) {

    /** Below this margin the best token is decided by rounding. */
    private static final double TIE = 1e-3;

    void compare(String name, Completion expected, Completion actual, ConformReport report) {
        int tokens = Math.min(expected.ids().size(), actual.ids().size());
        for (int i = 0; i < tokens; i++) {
            double difference =
                    Math.abs(expected.logprobs().get(i) - actual.logprobs().get(i));
            if (expected.ids().get(i) != actual.ids().get(i)) {
                if (difference > TIE) {
                    report.differs(
                            name,
                            "token " + i + " is " + actual.ids().get(i) + ", not "
                                    + expected.ids().get(i) + ", and no tie");
                    return;
                }
                break;
            }
            if (difference > logprobTolerance) {
                report.differs(name, "the log-probability of token " + i + " differs by " + difference);
                return;
            }
        }
        report.equal();
    }
}
