package dev.fovea.engine.vllm;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.ImageStore;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.EngineListener;
import dev.fovea.engine.PromptProof;
import dev.fovea.engine.pool.PoolSettings;
import dev.fovea.engine.pool.Rotation;
import dev.fovea.vision.ImageDecoder;
import io.helidon.webserver.WebServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands in front of unmodified servers and takes references where it takes pixels: a client of the offload contract works against it
 * as against a server that was patched for references. Thread safe.
 */
public final class VllmProxy implements AutoCloseable {

    /** Prompts and references; pixels never come in here. */
    private static final long MOST_BODY_BYTES = 64L << 20;

    private final Rotation<Upstream> servers;
    private final WebServer server;

    private VllmProxy(Rotation<Upstream> servers, WebServer server) {
        this.servers = servers;
        this.server = server;
    }

    /**
     * Starts a proxy after a handshake with each server behind it.
     *
     * @param port 0 takes a free one
     * @param addresses servers of the same model; the least busy one is asked
     * @param listener hears of servers that answer wrongly or not at all
     * @throws SetupException where a server cannot serve the model exactly, or the port is taken
     */
    public static VllmProxy start(
            String host,
            int port,
            List<VllmAddress> addresses,
            ServedModel model,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            VllmSettings settings,
            EngineListener listener)
            throws InterruptedException {
        List<Upstream> upstreams = new ArrayList<>();
        try {
            for (VllmAddress address : addresses) {
                VllmHttp http = new VllmHttp(address);
                Connection connection = Connection.to(http, model, reader, decoder, store, settings);
                Upstream upstream = new Upstream(address.toString(), http, connection);
                upstreams.add(upstream);
                upstream.connection().shaken();
            }
            Rotation<Upstream> servers =
                    new Rotation<>(upstreams, Upstream::name, upstream -> true, PoolSettings.DEFAULTS, listener);
            return new VllmProxy(servers, listen(host, port, servers, model, settings));
        } catch (RuntimeException | InterruptedException e) {
            upstreams.forEach(upstream -> upstream.http().close());
            throw e;
        }
    }

    private static WebServer listen(
            String host, int port, Rotation<Upstream> servers, ServedModel model, VllmSettings settings) {
        ClientSockets clients = new ClientSockets();
        ProxyTally tally = new ProxyTally();
        PromptProof prompts = new PromptProof(model.imagePad(), new ProofLedger());
        ProxiedGeneration generation = new ProxiedGeneration(servers, model, prompts, settings, clients, tally);
        WebServer server = WebServer.builder()
                .host(host)
                .port(port)
                .maxPayloadSize(MOST_BODY_BYTES)
                .shutdownHook(false)
                // only sockets of this kind tell of an end while an answer is made
                .useNio(false)
                .addConnectionSelector(clients)
                .routing(new ProxyRoutes(servers, generation, tally)::register)
                .build()
                .start();
        if (!server.isRunning()) {
            throw new SetupException(
                    ErrorCode.PORT_IN_USE,
                    "port " + port + " of " + host + " cannot be bound",
                    "choose another port, or 0 for a free one");
        }
        return server;
    }

    /** Where clients send their requests. */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    /** What the newest handshake with each server found out. */
    public List<VllmDescription> handshakes() {
        return servers.members().stream()
                .map(upstream -> upstream.connection().newest().description())
                .toList();
    }

    @Override
    public void close() {
        server.stop();
        servers.members().forEach(upstream -> upstream.http().close());
    }
}
