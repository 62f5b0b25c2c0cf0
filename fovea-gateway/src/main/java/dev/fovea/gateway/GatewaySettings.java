package dev.fovea.gateway;

import java.nio.file.Path;
import java.util.Set;

/**
 * How a gateway listens.
 *
 * @param host address to bind; 127.0.0.1 keeps it on this machine
 * @param port 0 takes a free one
 * @param controlSecret opens the control API
 * @param weightsRoot checkpoint folders that may be loaded lie below it
 * @param limits of one request
 * @param bannedIds are never sampled, and every turn's record says so: a ban changes the distribution; none by default
 */
public record GatewaySettings(
        String host, int port, String controlSecret, Path weightsRoot, BodyLimits limits, Set<Integer> bannedIds) {

    public GatewaySettings {
        bannedIds = Set.copyOf(bannedIds);
    }

    /** Settings that ban nothing. */
    public GatewaySettings(String host, int port, String controlSecret, Path weightsRoot, BodyLimits limits) {
        this(host, port, controlSecret, weightsRoot, limits, Set.of());
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "gateway on " + host + ":" + port;
    }
}
