package dev.fovea.engine.vllm;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.ImageStore;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.PromptProof;
import dev.fovea.vision.ImageDecoder;
import io.helidon.webserver.WebServer;
import java.net.URI;

/**
 * Stands in front of an unmodified server and takes references where it takes pixels: a client of the offload contract works against it
 * as against a server that was patched for references. Thread safe.
 */
public final class VllmProxy implements AutoCloseable {

    /** Prompts and references; pixels never come in here. */
    private static final long MOST_BODY_BYTES = 64L << 20;

    private final VllmHttp http;
    private final WebServer server;
    private final Connection connection;

    private VllmProxy(VllmHttp http, WebServer server, Connection connection) {
        this.http = http;
        this.server = server;
        this.connection = connection;
    }

    /**
     * Starts a proxy after a handshake with the server behind it.
     *
     * @param port 0 takes a free one
     * @throws SetupException where the server cannot serve the model exactly, or the port is taken
     */
    public static VllmProxy start(
            String host,
            int port,
            VllmAddress address,
            ServedModel model,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            VllmSettings settings)
            throws InterruptedException {
        VllmHttp http = new VllmHttp(address);
        try {
            Connection connection = Connection.open(http, model, reader, decoder, store, settings);
            ClientSockets clients = new ClientSockets();
            ProxyTally tally = new ProxyTally();
            PromptProof prompts = new PromptProof(model.imagePad(), new ProofLedger());
            ProxyRoutes routes = new ProxyRoutes(
                    http, new ProxiedGeneration(http, model, connection, prompts, settings, clients, tally), tally);
            WebServer server = WebServer.builder()
                    .host(host)
                    .port(port)
                    .maxPayloadSize(MOST_BODY_BYTES)
                    .shutdownHook(false)
                    // only sockets of this kind can be watched while an answer is made
                    .useNio(false)
                    .addConnectionSelector(clients)
                    .routing(routes::register)
                    .build()
                    .start();
            if (!server.isRunning()) {
                throw new SetupException(
                        ErrorCode.PORT_IN_USE,
                        "port " + port + " of " + host + " cannot be bound",
                        "choose another port, or 0 for a free one");
            }
            return new VllmProxy(http, server, connection);
        } catch (RuntimeException | InterruptedException e) {
            http.close();
            throw e;
        }
    }

    /** Where clients send their requests. */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    /** What the newest handshake found out. */
    public VllmDescription handshake() {
        return connection.newest().description();
    }

    @Override
    public void close() {
        server.stop();
        http.close();
    }
}
