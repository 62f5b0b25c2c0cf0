package dev.fovea.engine.vllm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;

/** Passes everything on to a server but one route, which it says is not there. */
final class HidingFilter implements AutoCloseable {

    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final VllmAddress upstream;
    private final String hidden;

    HidingFilter(VllmAddress upstream, String hidden) throws IOException {
        this.upstream = upstream;
        this.hidden = hidden;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    VllmAddress address() {
        return VllmAddress.parse("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        try {
            HttpResponse<byte[]> answer = path.equals(hidden) ? null : ask(exchange.getRequestMethod(), path, body);
            byte[] bytes = answer == null ? new byte[0] : answer.body();
            exchange.sendResponseHeaders(
                    answer == null ? 404 : answer.statusCode(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private HttpResponse<byte[]> ask(String method, String path, byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(upstream.route(path))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
