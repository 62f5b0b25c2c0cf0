package dev.fovea.engine.vllm;

/**
 * A server behind the proxy.
 *
 * @param name its address
 * @param connection what is known of it
 */
record Upstream(String name, VllmHttp http, Connection connection) {

    /** Asks as if nothing had been known until now: whoever answers next may be another server, with other settings. */
    void forget(Connection.Shaken shaken) {
        connection.forget(shaken);
    }
}
