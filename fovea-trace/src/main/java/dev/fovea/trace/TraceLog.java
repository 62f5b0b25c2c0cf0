package dev.fovea.trace;

import java.util.List;

/** Hears of everything that a trace takes in, before it takes it in: what this refuses to keep does not happen. */
public interface TraceLog {

    /** Keeps nothing. */
    TraceLog NONE = new TraceLog() {};

    /** A rollout was opened. */
    default void opened(TraceHeader header) {}

    /**
     * A turn or a demonstration.
     *
     * @param firstNode id of the first of {@code nodes}
     * @param calls one for a turn, none for a demonstration
     */
    default void committed(TraceHeader header, int firstNode, List<MessageNode> nodes, List<ModelCall> calls) {}

    /** A named reward. */
    default void rewarded(TraceHeader header, String name, double score) {}

    /** A named metric. */
    default void measured(TraceHeader header, String name, double value) {}

    /** The rollout failed. */
    default void failed(TraceHeader header, String error) {}

    /** The rollout takes in nothing more. */
    default void closed(TraceHeader header) {}
}
