package dev.fovea.engine;

import dev.fovea.contract.WeightVersion;
import java.nio.file.Path;

/** Tokens and image references in, sampled tokens out. Thread safe: any number of requests run at once. */
public interface Engine extends AutoCloseable {

    EngineDescription describe();

    /**
     * Samples one completion; blocks until it is whole.
     *
     * @throws InterruptedException where the caller was interrupted; the engine's work for this request is then aborted
     * @throws dev.fovea.contract.error.FoveaException where the request is refused or the engine fails
     */
    Completion generate(GenerateRequest request) throws InterruptedException;

    /**
     * Puts the weights of a checkpoint folder in place of the present ones. Requests in flight end with the weights that they
     * began with, or go on with the new ones, and their completions say so; what begins later has the new ones.
     */
    void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException;

    /** Whether it is known which weights would answer; an engine of which this is unknown refuses requests. */
    default boolean knowsItsWeights() {
        return true;
    }

    /** Refuses new requests, aborts those in flight and frees what the engine holds. */
    @Override
    void close();
}
