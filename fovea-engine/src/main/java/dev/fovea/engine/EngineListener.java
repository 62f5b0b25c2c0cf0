package dev.fovea.engine;

/** Hears of engines, on the thread of the request that found it out. */
@FunctionalInterface
public interface EngineListener {

    void on(EngineEvent event);
}
