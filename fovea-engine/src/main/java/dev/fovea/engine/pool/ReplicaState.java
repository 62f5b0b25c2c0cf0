package dev.fovea.engine.pool;

/**
 * A replica as metrics show it.
 *
 * @param outstanding requests that it works on
 * @param open whether it is left alone after failures
 * @param inRotation whether it has the pool's weights
 * @param suspicions answers of it that were not what was asked for
 */
public record ReplicaState(int index, int outstanding, boolean open, boolean inRotation, long suspicions) {}
