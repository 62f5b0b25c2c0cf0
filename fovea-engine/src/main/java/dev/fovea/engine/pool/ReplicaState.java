package dev.fovea.engine.pool;

/**
 * A replica as metrics show it.
 *
 * @param name how events and logs call it
 * @param outstanding requests that it works on
 * @param open whether it is left alone after failures
 * @param inRotation whether it has the pool's weights
 * @param answers requests that it answered
 * @param suspicions answers of it that were not what was asked for
 */
public record ReplicaState(
        int index, String name, int outstanding, boolean open, boolean inRotation, long answers, long suspicions) {}
