package dev.fovea.engine;

import dev.fovea.contract.error.ErrorCode;

/** What several engines behind one interface tell while they work. */
public sealed interface EngineEvent {

    /** Which of them. */
    String replica();

    /** It answered to something else than it was asked, and is left alone for a while. */
    record Suspect(String replica, ErrorCode code, String what) implements EngineEvent {}

    /** It failed so often in a row that it is left alone for a while. */
    record LeftAlone(String replica, ErrorCode code, String what) implements EngineEvent {}

    /** It answered again after it had been left alone. */
    record Recovered(String replica) implements EngineEvent {}

    /** It lacks the weights of the others, or nobody knows which it has; it is asked nothing before a load succeeds. */
    record WithoutWeights(String replica, String why) implements EngineEvent {}
}
