package dev.fovea.interop;

import dev.fovea.engine.vllm.VllmAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** The caches of servers that run with {@code VLLM_SERVER_DEV_MODE=1}. */
final class ServerCaches implements AutoCloseable {

    private static final List<String> RESETS =
            List.of("/reset_mm_cache", "/reset_encoder_cache", "/reset_prefix_cache");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private int resets;

    /** Empties all caches of a server; a server that is down has none. */
    void reset(VllmAddress address) throws InterruptedException {
        for (String route : RESETS) {
            try {
                int status = client.send(
                                HttpRequest.newBuilder(URI.create(address.base() + route))
                                        .POST(BodyPublishers.noBody())
                                        .build(),
                                BodyHandlers.discarding())
                        .statusCode();
                resets += status == 200 ? 1 : 0;
            } catch (IOException e) {
                return;
            }
        }
    }

    int resets() {
        return resets;
    }

    /** Whether a server is there and well. */
    boolean isHealthy(VllmAddress address) throws InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(URI.create(address.base() + "/health"))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
