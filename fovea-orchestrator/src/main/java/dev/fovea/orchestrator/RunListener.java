package dev.fovea.orchestrator;

/** Hears what a run does, on the thread that does it. */
@FunctionalInterface
public interface RunListener {

    void on(RunEvent event);
}
