package dev.fovea.orchestrator;

import java.util.List;

/** A source of tasks that a policy is trained and judged on. Thread safe. */
public interface Environment {

    String name();

    /** Task {@code index} of an endless, repeatable sequence; never a held-out one. */
    Episode training(long index);

    /** The tasks of evaluation, always the same. */
    List<Episode> heldOut();
}
