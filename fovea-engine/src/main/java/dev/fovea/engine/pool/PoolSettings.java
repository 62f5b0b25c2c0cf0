package dev.fovea.engine.pool;

import java.time.Duration;

/**
 * How a pool behaves.
 *
 * @param failuresToOpen failures in a row after which a replica is left alone, default 3
 * @param openFor how long it is left alone before one request may try it, default 10 s
 * @param affinitySlack requests that a session's own replica may have more than the idlest one before the session moves, default 2
 */
public record PoolSettings(int failuresToOpen, Duration openFor, int affinitySlack) {

    public static final PoolSettings DEFAULTS = new PoolSettings(3, Duration.ofSeconds(10), 2);

    public PoolSettings {
        if (failuresToOpen < 1 || openFor.isNegative() || affinitySlack < 0) {
            throw new IllegalArgumentException(failuresToOpen + ", " + openFor + ", " + affinitySlack);
        }
    }
}
