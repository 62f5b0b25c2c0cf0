package dev.fovea.engine.vllm;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.wire.EngineItemCodec;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks the measured protocol of vLLM 0.32 with a real processor, and fails as a test tells it to. */
final class ScriptedVllm implements AutoCloseable {

    static final int PAD = 90;
    static final int START = 91;
    static final int END = 92;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What it does to a generation. */
    enum Fault {
        NONE,
        SERVER_ERROR,
        TORN_ANSWER,
        OTHER_IDS,
        LOST_LOGPROB,
        LOGPROB_OF_ANOTHER_TOKEN,
        UNCOVERED_WEIGHTS,
        SWAPPED_WHILE_SAMPLING,
        PROMPT_TOO_LONG,
        NEVER_ANSWERS
    }

    private final HttpServer server;
    private final ImageProcessor processor;
    private final ImageDecoder decoder;
    private final Path allowed;
    private final Map<String, byte[]> cache = new ConcurrentHashMap<>();
    final List<String> paths = new CopyOnWriteArrayList<>();
    final List<JsonNode> generations = new CopyOnWriteArrayList<>();
    final List<Headers> headers = new CopyOnWriteArrayList<>();
    final List<JsonNode> aborts = new CopyOnWriteArrayList<>();
    volatile PixelForm renders = PixelForm.UINT8;
    volatile boolean normalises;
    volatile boolean processedLogprobs;
    volatile boolean scaleOut = true;
    volatile Fault fault = Fault.NONE;
    /** Every answer waits for it. */
    volatile CountDownLatch answers = new CountDownLatch(0);

    /** A streamed answer waits for it before its last event. */
    volatile CountDownLatch lastEvent = new CountDownLatch(0);

    /** Opened when a client of a streamed answer has gone. */
    final CountDownLatch hungUp = new CountDownLatch(1);

    volatile boolean endless;
    /** The status of a server that renders nothing; 200 for one that does. */
    volatile int renderStatus = 200;

    /** Whether the server opens pictures by itself. */
    volatile boolean opens = true;

    /** A server whose answers are the same for all pictures. */
    volatile boolean blind;

    /** Guards the paths below /v1, as the server's does; empty for none. */
    volatile String apiKey = "";

    volatile boolean paused;
    volatile boolean healthy = true;
    volatile String failingStep = "";
    volatile String weights = "default";

    /** Of its tensors, by name; empty where it has no such route. */
    volatile Map<String, String> checksums = Map.of();

    /** Whether answers say which weights made them. */
    volatile boolean tellsWeights = true;

    ScriptedVllm(ImageProcessor processor, ImageDecoder decoder, Path allowed) throws IOException {
        this.processor = processor;
        this.decoder = decoder;
        this.allowed = allowed;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    VllmAddress address() {
        return VllmAddress.parse("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        paths.add(path);
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode request = body.length == 0 ? JSON.missingNode() : JSON.readTree(body);
        if (path.startsWith("/v1")
                && !apiKey.isEmpty()
                && !("Bearer " + apiKey).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            refuse(exchange, 401, "Unauthorized");
            return;
        }
        if (path.equals(failingStep)) {
            refuse(exchange, 500, "told to fail");
            return;
        }
        switch (path) {
            case "/version" -> answer(exchange, JSON.createObjectNode().put("version", "0.32.0"));
            case "/v1/models" -> answer(exchange, models());
            case "/v1/chat/completions/render" -> {
                if (renderStatus == 200) {
                    answer(exchange, render(request));
                } else {
                    refuse(exchange, renderStatus, "no such route");
                }
            }
            case "/inference/v1/generate" -> generate(exchange, request);
            case "/inference/v1/abort_requests" -> {
                aborts.add(request);
                answer(exchange, new byte[0]);
            }
            case "/metrics" -> answer(exchange, "vllm:requests 5\n".getBytes(StandardCharsets.UTF_8));
            case "/health" -> {
                if (healthy) {
                    answer(exchange, new byte[0]);
                } else {
                    refuse(exchange, 503, "engine dead");
                }
            }
            case "/is_paused" -> answer(exchange, JSON.createObjectNode().put("is_paused", paused));
            case "/weight_checker" -> checksums(exchange);
            case "/weight_info" -> answer(exchange, JSON.createObjectNode().put("weight_version", weights));
            case "/update_weight_version" -> {
                weights = request.path("new_version").asString("");
                answer(exchange, new byte[0]);
            }
            default -> answer(exchange, new byte[0]);
        }
    }

    private void checksums(HttpExchange exchange) throws IOException {
        if (checksums.isEmpty()) {
            refuse(exchange, 404, "Not Found");
        } else if (exchange.getRequestMethod().equals("POST")) {
            ObjectNode answer = JSON.createObjectNode();
            ObjectNode tensors = answer.putObject("checksums");
            checksums.forEach(tensors::put);
            answer(exchange, answer);
        } else {
            refuse(exchange, 405, "Method Not Allowed");
        }
    }

    private static ObjectNode models() {
        ObjectNode models = JSON.createObjectNode();
        models.putArray("data").addObject().put("id", "tiny").put("max_model_len", 4096);
        return models;
    }

    private ObjectNode render(JsonNode request) {
        String url = request.at("/messages/0/content/0/image_url/url").asString("");
        byte[] picture = Base64.getDecoder().decode(url.substring(url.indexOf(',') + 1));
        RgbImage image = decoder.decode(picture);
        ImageLayout layout = processor.layout(image.size());
        ObjectNode answer = JSON.createObjectNode();
        ObjectNode features = answer.putObject("features");
        String modality = processor.engineItem().modality();
        features.putObject("mm_placeholders")
                .putArray(modality)
                .addObject()
                .put("offset", 1)
                .put("length", layout.placeholderLength());
        features.putObject("kwargs_data").putArray(modality).add(item(image));
        return answer;
    }

    private String item(RgbImage image) {
        ByteBuffer patches = WireItems.patches(processor, image, renders);
        if (normalises) {
            patches.put(0, (byte) (patches.get(0) + 1));
        }
        return WireItems.item(processor, image, renders, patches);
    }

    private void generate(HttpExchange exchange, JsonNode request) throws IOException {
        if (!scaleOut) {
            refuse(exchange, 403, "This route is only served with --enable-scale-out");
            return;
        }
        generations.add(request);
        headers.add(exchange.getRequestHeaders());
        List<Integer> prompt = new ArrayList<>();
        ArrayNode placeholders = JSON.createArrayNode();
        ScriptedSight sight = new ScriptedSight();
        String problem = expand(request, prompt, placeholders, sight);
        if (!problem.isEmpty()) {
            refuse(exchange, 400, problem);
            return;
        }
        await(answers);
        boolean probe = request.path("sampling_params").has("allowed_token_ids");
        switch (probe ? Fault.NONE : fault) {
            case SERVER_ERROR -> refuse(exchange, 500, "Internal server error");
            case PROMPT_TOO_LONG ->
                refuse(exchange, 400, "The prompt is longer than the maximum model length of 4096.");
            case NEVER_ANSWERS -> {
                // the caller goes away; the exchange is closed with the server
            }
            case TORN_ANSWER -> {
                byte[] whole = JSON.writeValueAsBytes(completion(request, prompt, placeholders, sight));
                exchange.sendResponseHeaders(200, whole.length);
                exchange.getResponseBody().write(whole, 0, whole.length / 2);
                exchange.getResponseBody().flush();
                exchange.close();
            }
            case NONE, OTHER_IDS, LOST_LOGPROB, LOGPROB_OF_ANOTHER_TOKEN, UNCOVERED_WEIGHTS, SWAPPED_WHILE_SAMPLING ->
                answer(
                        exchange,
                        completion(request, prompt, placeholders, sight),
                        request.path("stream").asBoolean(false));
        }
    }

    /**
     * Expands like the server: one run for each of as many pads as there are parts, whatever stands in the rest; features as they are.
     * A part whose uuid is known is not opened.
     */
    private String expand(JsonNode request, List<Integer> prompt, ArrayNode placeholders, ScriptedSight sight)
            throws IOException {
        JsonNode parts = request.path("content_parts");
        int next = 0;
        for (JsonNode id : request.path("token_ids")) {
            if (id.intValue() != PAD || next == parts.size()) {
                prompt.add(id.intValue());
                continue;
            }
            JsonNode part = parts.get(next++);
            String url = part.path("url").asString("");
            if (!opens) {
                return "no media here";
            }
            if (url.startsWith("file:") && !Path.of(URI.create(url)).startsWith(allowed)) {
                return "The file path " + url + " must be a subpath of `--allowed-local-media-path`.";
            }
            String uuid = part.path("uuid").asString("");
            RgbImage image =
                    decoder.decode(uuid.isEmpty() ? opened(url) : cache.computeIfAbsent(uuid, key -> opened(url)));
            int pads = processor.layout(image.size()).placeholderLength();
            placeholders.addObject().put("offset", prompt.size()).put("length", pads);
            sight.see(prompt.size(), pads, ScriptedSight.opened(processor, image));
            for (int i = 0; i < pads; i++) {
                prompt.add(PAD);
            }
        }
        sight.read(prompt);
        features(request.path("features"), placeholders, sight);
        return "";
    }

    private void features(JsonNode features, ArrayNode placeholders, ScriptedSight sight) {
        EngineItemSchema schema = processor.engineItem();
        JsonNode ranges = features.path("mm_placeholders").path(schema.modality());
        JsonNode items = features.path("kwargs_data").path(schema.modality());
        for (int i = 0; i < ranges.size(); i++) {
            placeholders.add(ranges.get(i));
            EngineItemCodec.Item item = EngineItemCodec.decode(
                    schema, Base64.getDecoder().decode(items.get(i).asString()));
            sight.see(
                    ranges.get(i).path("offset").asInt(),
                    ranges.get(i).path("length").asInt(),
                    ScriptedSight.sent(item, renders));
        }
    }

    private static byte[] opened(String url) {
        try {
            return url.startsWith("data:")
                    ? Base64.getDecoder().decode(url.substring(url.indexOf(',') + 1))
                    : Files.readAllBytes(Path.of(URI.create(url)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private ObjectNode completion(JsonNode request, List<Integer> prompt, ArrayNode placeholders, ScriptedSight sight) {
        boolean forced = request.path("sampling_params").has("allowed_token_ids");
        int sampled =
                forced ? request.at("/sampling_params/allowed_token_ids/0").asInt() : 7;
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode echo = answer.putArray("prompt_token_ids");
        prompt.forEach(echo::add);
        if (fault == Fault.OTHER_IDS) {
            echo.set(0, JSON.getNodeFactory().numberNode(1));
        }
        answer.putObject("mm_placeholders").set(processor.engineItem().modality(), placeholders);
        ObjectNode choice = answer.putArray("choices").addObject();
        choice.put("finish_reason", "stop");
        choice.putArray("token_ids").add(sampled);
        ArrayNode spans = choice.putArray("weight_versions");
        spans.addObject().put("version", weights).put("start", 0).put("end", 1);
        if (fault == Fault.UNCOVERED_WEIGHTS) {
            spans.addObject().put("version", "step-9").put("start", 1).put("end", 3);
        }
        ArrayNode content = choice.putObject("logprobs").putArray("content");
        if (fault != Fault.LOST_LOGPROB) {
            content.addObject()
                    .put("token_id", fault == Fault.LOGPROB_OF_ANOTHER_TOKEN ? 8 : sampled)
                    .put("logprob", forced && processedLogprobs ? 0.0 : blind ? -2.5 : sight.logprob());
        }
        if (!tellsWeights) {
            choice.remove("weight_versions");
        }
        if (fault == Fault.SWAPPED_WHILE_SAMPLING) {
            swap(choice);
        }
        return answer;
    }

    /** A second token of newer weights. */
    private static void swap(ObjectNode choice) {
        choice.withArray("token_ids").add(8);
        choice.withObject("logprobs")
                .withArray("content")
                .addObject()
                .put("token_id", 8)
                .put("logprob", -1.0);
        choice.withArray("weight_versions")
                .addObject()
                .put("version", "step-9")
                .put("start", 1)
                .put("end", 2);
    }

    private void answer(HttpExchange exchange, ObjectNode json, boolean stream) throws IOException {
        if (!stream) {
            answer(exchange, json);
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            event(out, json.toString());
            while (endless) {
                event(out, "{}");
            }
            lastEvent.await();
            event(out, "{\"choices\":[]}");
            event(out, "[DONE]");
        } catch (IOException e) {
            hungUp.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void answer(HttpExchange exchange, ObjectNode json) throws IOException {
        answer(exchange, JSON.writeValueAsBytes(json));
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void refuse(HttpExchange exchange, int status, String message) throws IOException {
        ObjectNode body = JSON.createObjectNode();
        body.putObject("error").put("message", message).put("code", status);
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
