package dev.fovea.engine.sglang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.PixelBackend;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Against a double that was built from the documented protocol; no real server was asked. */
@Timeout(60)
class SglangEngineTest {

    private static final int PAD = 90;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    private static final ImageProcessor PROCESSOR =
            new QwenVlImageProcessor(new QwenVlSettings(16, 2, 2, 1_024, 65_536, HALF, HALF), PixelBackend.TORCHVISION);
    private static final ServedModel MODEL =
            new ServedModel("tiny", PROCESSOR, PAD, TokenIds.of(91), TokenIds.of(92), 100);

    @TempDir
    private Path run;

    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private final List<JsonNode> generations = new CopyOnWriteArrayList<>();
    private final List<JsonNode> loads = new CopyOnWriteArrayList<>();
    private final List<JsonNode> aborts = new CopyOnWriteArrayList<>();
    private volatile Consumer<ObjectNode> tampering = answer -> {};
    private volatile boolean loadsWell = true;
    private volatile boolean answers = true;
    private HttpServer server;
    private AssetReader reader;

    @BeforeEach
    void start() throws IOException {
        reader = new AssetReader(AllowedRoots.of(List.of(run)), 1 << 20);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aPictureGoesAsItsPathBesideOnePad() throws InterruptedException, IOException {
        GenerateRequest request = withImage(BufferedImage.TYPE_INT_RGB);
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            Completion completion = new ProvenEngine(engine, PAD, new ProofLedger()).generate(request);

            assertThat(completion.ids()).isEqualTo(TokenIds.of(7, 8));
            assertThat(completion.logprobs().get(1)).isEqualTo(-0.5);
            assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
        }
        JsonNode sent = generations.getLast();
        assertThat(sent.path("input_ids").toString()).isEqualTo("[5,91,90,92]");
        assertThat(Path.of(sent.path("image_data").path(0).asString())).isRegularFile();
        assertThat(sent.at("/sampling_params/max_new_tokens").asInt()).isEqualTo(4);
        assertThat(sent.path("return_logprob").asBoolean()).isTrue();
    }

    @Test
    void aServerThatDoesNotShareTheDirectoryGetsTheFilesBytes() throws InterruptedException, IOException {
        GenerateRequest request = withImage(BufferedImage.TYPE_INT_RGB);
        try (SglangEngine engine = open(SglangSettings.Images.DATA_URL)) {
            engine.generate(request);
        }
        String url = generations.getLast().path("image_data").path(0).asString();
        assertThat(url).startsWith("data:image/png;base64,");
        assertThat(Base64.getDecoder().decode(url.substring(url.indexOf(',') + 1)))
                .isEqualTo(Files.readAllBytes(run.resolve("picture.png")));
    }

    @Test
    void aPictureThatLoadersReadDifferentlyIsNotSent() throws InterruptedException, IOException {
        GenerateRequest request = withImage(BufferedImage.TYPE_INT_ARGB);
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            refused(engine, request, ErrorCode.INVALID_IMAGE);
        }
        assertThat(generations).isEmpty();
    }

    @Test
    void aPadThatIsNoImagesIsNotSent() throws InterruptedException {
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            refused(engine, request(ExpandedIds.of(1, PAD), MultiModalData.none(), 1), ErrorCode.PLACEHOLDER_MISMATCH);
        }
        assertThat(generations).isEmpty();
    }

    @Test
    void whatTheServerDidOtherwiseIsCaught() throws InterruptedException, IOException {
        GenerateRequest request = withImage(BufferedImage.TYPE_INT_RGB);
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            tampering = answer -> answer.withObject("meta_info").put("prompt_tokens", 3);
            refused(engine, request, ErrorCode.TOKEN_MISMATCH);
            tampering = answer -> answer.withObject("meta_info").put("completion_tokens", 3);
            refused(engine, request, ErrorCode.MALFORMED_ENGINE_ANSWER);
            tampering =
                    answer -> answer.withArray("output_ids").removeAll().add(7).add(9);
            refused(engine, request, ErrorCode.MALFORMED_ENGINE_ANSWER);
            tampering = answer ->
                    answer.withObject("meta_info").putObject("finish_reason").put("type", "abort");
            refused(engine, request, ErrorCode.ENGINE_UNAVAILABLE);
        }
    }

    @Test
    void logprobsOfAnotherTemperatureAreNotAskedFor() throws InterruptedException {
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            refused(engine, request(ExpandedIds.of(1), MultiModalData.none(), 0.7), ErrorCode.INVALID_REQUEST);
        }
    }

    @Test
    void weightsAreLoadedByPathAndAFailureStopsSampling() throws InterruptedException {
        GenerateRequest request = request(ExpandedIds.of(1), MultiModalData.none(), 1);
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            engine.loadWeights(run, new WeightVersion(2));
            assertThat(loads.getLast().path("model_path").asString()).isEqualTo(run.toString());
            assertThat(loads.getLast().path("weight_version").asString()).isEqualTo("step-2");
            assertThat(engine.generate(request).weights()).isEqualTo(new WeightVersion(2));

            loadsWell = false;
            assertThatThrownBy(() -> engine.loadWeights(run, new WeightVersion(3)))
                    .hasMessageContaining("told to fail");
            refused(engine, request, ErrorCode.ENGINE_UNAVAILABLE);
            assertThat(engine.knowsItsWeights()).isFalse();
        }
    }

    @Test
    void anInterruptedTurnIsAbortedByItsId() throws InterruptedException {
        answers = false;
        try (SglangEngine engine = open(SglangSettings.Images.PATH)) {
            Thread turn = Thread.ofVirtual().start(() -> {
                try {
                    engine.generate(request(ExpandedIds.of(1), MultiModalData.none(), 1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            while (generations.isEmpty()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the test timed out");
                }
                Thread.onSpinWait();
            }
            turn.interrupt();
            turn.join();

            assertThat(aborts).singleElement().asString().isEqualTo("{\"rid\":\"turn\"}");
        }
    }

    @Test
    void aServerOfAnotherModelIsNamed() {
        ServedModel other = new ServedModel("huge", PROCESSOR, PAD, TokenIds.of(91), TokenIds.of(92), 100);

        assertThatThrownBy(() -> SglangEngine.open(address(), other, reader, decoder, SglangSettings.DEFAULTS))
                .hasMessageContaining("tiny")
                .hasMessageContaining("huge");
    }

    private static void refused(SglangEngine engine, GenerateRequest request, ErrorCode code) {
        assertThatThrownBy(() -> engine.generate(request))
                .isInstanceOfSatisfying(
                        FoveaException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private SglangEngine open(SglangSettings.Images images) throws InterruptedException {
        return SglangEngine.open(
                address(), MODEL, reader, decoder, new SglangSettings(SglangSettings.DEFAULTS.timeout(), images));
    }

    private VllmAddress address() {
        return VllmAddress.parse("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode request = body.length == 0 ? JSON.missingNode() : JSON.readTree(body);
        switch (exchange.getRequestURI().getPath()) {
            case "/v1/models" -> {
                ObjectNode models = JSON.createObjectNode();
                models.putArray("data").addObject().put("id", "tiny").put("max_model_len", 4096);
                answer(exchange, models);
            }
            case "/generate" -> {
                generations.add(request);
                if (answers) {
                    ObjectNode completion = completion(request);
                    tampering.accept(completion);
                    answer(exchange, completion);
                }
            }
            case "/abort_request" -> {
                aborts.add(request);
                answer(exchange, JSON.createObjectNode());
            }
            case "/update_weights_from_disk" -> {
                loads.add(request);
                answer(
                        exchange,
                        JSON.createObjectNode()
                                .put("success", loadsWell)
                                .put("message", loadsWell ? "ok" : "told to fail"));
            }
            default -> throw new AssertionError(exchange.getRequestURI());
        }
    }

    /** Expands each pad to the run of its picture, and tells only how many tokens that makes. */
    private ObjectNode completion(JsonNode request) throws IOException {
        int tokens = request.path("input_ids").size();
        for (JsonNode picture : request.path("image_data")) {
            String text = picture.asString();
            byte[] bytes = text.startsWith("data:")
                    ? Base64.getDecoder().decode(text.substring(text.indexOf(',') + 1))
                    : Files.readAllBytes(Path.of(text));
            tokens += PROCESSOR.layout(decoder.size(bytes)).placeholderLength() - 1;
        }
        ObjectNode answer = JSON.createObjectNode();
        answer.putArray("output_ids").add(7).add(8);
        ObjectNode meta =
                answer.putObject("meta_info").put("prompt_tokens", tokens).put("completion_tokens", 2);
        meta.putObject("finish_reason").put("type", "stop").put("matched", 8);
        var triples = meta.putArray("output_token_logprobs");
        triples.addArray().add(-0.25).add(7).addNull();
        triples.addArray().add(-0.5).add(8).addNull();
        return answer;
    }

    private static void answer(HttpExchange exchange, ObjectNode json) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(json);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private GenerateRequest withImage(int type) throws IOException {
        File file = run.resolve("picture.png").toFile();
        ImageIO.write(new BufferedImage(97, 61, type), "png", file);
        ResolvedImage image = new ImageResolver(reader, decoder, PROCESSOR)
                .resolve(file.toURI().toString().replace("file:/", "file:///"));
        int[] pads = new int[image.placeholderLength()];
        Arrays.fill(pads, PAD);
        TokenIds before = TokenIds.of(5, 91);
        return request(
                new ExpandedIds(before.concat(TokenIds.of(pads)).concat(TokenIds.of(92))),
                new MultiModalData(List.of(image.at(before.size()))),
                1);
    }

    private static GenerateRequest request(ExpandedIds prompt, MultiModalData images, double temperature) {
        return new GenerateRequest(
                "turn",
                "session",
                prompt,
                images,
                new SamplingParameters(temperature, 1, 4, OptionalLong.empty()),
                Set.of(8));
    }
}
