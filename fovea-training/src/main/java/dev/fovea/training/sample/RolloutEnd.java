package dev.fovea.training.sample;

import dev.fovea.trace.ModelCall;
import dev.fovea.trace.Trace;
import java.util.List;

/** How a rollout ended. */
public enum RolloutEnd {
    FINISHED,
    TRUNCATED,
    ERRORED;

    private static final String CUT_OFF = "length";

    /** How a trace of ours ended: an error counts before a limit. */
    public static RolloutEnd of(Trace trace) {
        if (!trace.errors().isEmpty()) {
            return ERRORED;
        }
        List<ModelCall> calls = trace.calls();
        return !calls.isEmpty() && CUT_OFF.equals(calls.getLast().finishReason()) ? TRUNCATED : FINISHED;
    }

    /** What a policy does with it. */
    public RolloutPolicy.Treatment treatment(RolloutPolicy policy) {
        return switch (this) {
            case FINISHED -> RolloutPolicy.Treatment.TRAIN;
            case TRUNCATED -> policy.truncated();
            case ERRORED -> policy.errored();
        };
    }
}
