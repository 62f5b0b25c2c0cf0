package dev.fovea.engine.vllm;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Knows the sockets of the clients, so that a request can ask whether its client is still there: a server only writes to a client when
 * the whole answer is made, which is too late to stop making it. Thread safe.
 */
final class ClientSockets implements ServerConnectionSelector {

    private final Http1ConnectionSelector http =
            Http1ConnectionSelector.builder().config(Http1Config.create()).build();
    private final Map<SocketAddress, WatchedClient> open = new ConcurrentHashMap<>();

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        // a connection that is over says so to nobody; each new one sweeps
        open.values().removeIf(WatchedClient::isGone);
        open.put(context.remotePeer().address(), new WatchedClient(context.serverSocket()));
        return http.connection(context);
    }

    /** Whether the client of a request still waits. The socket is watched from the first time that this is asked. */
    BooleanSupplier waiting(ServerRequest request) {
        WatchedClient client = open.get(request.remotePeer().address());
        return client == null ? () -> true : client::isWaiting;
    }

    /**
     * Lets a connection that was watched serve no further request, whose first bytes would go to whoever watches. To be called before
     * an answer.
     */
    void endIfWatched(ServerRequest request, ServerResponse response) {
        WatchedClient client = open.get(request.remotePeer().address());
        if (client != null && client.isWatched()) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
    }
}
