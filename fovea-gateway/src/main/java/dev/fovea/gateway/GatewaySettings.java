package dev.fovea.gateway;

import java.nio.file.Path;

/**
 * How a gateway listens.
 *
 * @param host address to bind; 127.0.0.1 keeps it on this machine
 * @param port 0 takes a free one
 * @param controlSecret opens the control API
 * @param weightsRoot checkpoint folders that may be loaded lie below it
 * @param limits of one request
 */
public record GatewaySettings(String host, int port, String controlSecret, Path weightsRoot, BodyLimits limits) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "gateway on " + host + ":" + port;
    }
}
