package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.StoreSettings;
import dev.fovea.assets.UploadedImage;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.PromptProof;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import javax.imageio.ImageIO;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a stock server accepts without a word, each first shown at the server and then caught with a code. Runs against the scripted
 * server and against a real one.
 */
@Timeout(120)
abstract class SilentFailures {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private Path run;
    private FileImageStore store;
    private AssetReader reader;
    private ServedModel model;
    private VllmHttp http;
    private VllmEngine engine;
    private ProvenEngine proven;

    /** A server that may read the run directory. */
    abstract VllmAddress address() throws Exception;

    abstract ServedModel served() throws Exception;

    /** Empty, and below what the server may read. */
    abstract Path runDirectory() throws Exception;

    @BeforeEach
    void open() throws Exception {
        run = runDirectory();
        store = FileImageStore.open(StoreSettings.at(run.resolve("assets")));
        reader = new AssetReader(AllowedRoots.of(List.of(run)), 1 << 20);
        model = served();
        http = new VllmHttp(address());
        engine = VllmEngine.open(address(), model, reader, decoder, store, VllmSettings.defaults());
        proven = new ProvenEngine(engine, model.imagePad(), new ProofLedger());
    }

    @AfterEach
    void close() {
        engine.close();
        http.close();
    }

    @Test
    void aPlaceholderThatIsTooShort() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);
        ObjectNode body = features(request, PixelForm.UINT8);
        range(body).put("length", request.images().placeholders().getFirst().length() - 1);
        assertThat(logprob(body)).isNotCloseTo(logprob(features(request, PixelForm.UINT8)), within(1e-4));

        PlaceholderRange range = request.images().placeholders().getFirst();
        caught(
                ErrorCode.PLACEHOLDER_MISMATCH,
                () -> proven.generate(at(request, new PlaceholderRange(range.offset(), range.length() - 1))));
    }

    @Test
    void aPlaceholderAtTheWrongOffset() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);
        PlaceholderRange range = request.images().placeholders().getFirst();
        ObjectNode body = features(request, PixelForm.UINT8);
        range(body).put("offset", range.offset() - 1);
        assertThat(logprob(body)).isNotCloseTo(logprob(features(request, PixelForm.UINT8)), within(1e-4));

        caught(
                ErrorCode.PLACEHOLDER_MISMATCH,
                () -> proven.generate(at(request, new PlaceholderRange(range.offset() - 1, range.length()))));
    }

    @Test
    void padsWithoutFeatures() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);
        ObjectNode body = features(request, PixelForm.UINT8);
        body.remove("features");
        assertThat(logprob(body)).isNotCloseTo(logprob(features(request, PixelForm.UINT8)), within(1e-4));

        caught(ErrorCode.PLACEHOLDER_MISMATCH, () -> proven.generate(with(request, MultiModalData.none())));
    }

    @Test
    void expandedIdsBesidePaths() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);
        JsonNode answer = ask(paths(request.prompt().ids(), "uuid-expanded", uri(request)));

        assertThat(answer.path("prompt_token_ids"))
                .hasSizeGreaterThan(request.prompt().size());
        caught(ErrorCode.TOKEN_MISMATCH, () -> echo(request, answer));
        assertThat(proven.generate(request).echo().prompt()).isEqualTo(request.prompt());
    }

    @Test
    void fewerPathsThanPads() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);
        TokenIds twice = compact(request).concat(compact(request));
        JsonNode answer = ask(paths(twice, "uuid-fewer", uri(request)));

        TokenIds expanded = request.prompt().ids().concat(request.prompt().ids());
        caught(ErrorCode.TOKEN_MISMATCH, () -> echo(with(request, new ExpandedIds(expanded)), answer));
        caught(ErrorCode.PLACEHOLDER_MISMATCH, () -> proven.generate(with(request, new ExpandedIds(expanded))));
    }

    @Test
    void aKnownUuidWithOtherBytes() throws InterruptedException, IOException {
        GenerateRequest noise = withImage(ProbePicture.NOISE);
        byte[] other = recoloured();
        String uri = Files.write(run.resolve("other.png"), other).toUri().toString();
        String uuid = "uuid-" + System.nanoTime();
        double first = logprob(paths(compact(noise), uuid, uri(noise)));
        assertThat(logprob(paths(compact(noise), uuid, uri))).isCloseTo(first, within(1e-4));
        assertThat(logprob(paths(compact(noise), uuid + "-other", uri))).isNotCloseTo(first, within(1e-4));

        Completion right = proven.generate(noise);
        Completion recoloured =
                proven.generate(request(new ImageResolver(reader, decoder, model.processor()).resolve(uri)));
        assertThat(recoloured.logprobs()).isNotEqualTo(right.logprobs());
        Path file = run.resolve("other.png");
        GenerateRequest changed = request(new ImageResolver(reader, decoder, model.processor()).resolve(uri));
        Files.write(file, ProbePicture.NOISE.bytes());
        caught(ErrorCode.ASSET_CHANGED, () -> proven.generate(changed));
    }

    @Test
    void theUuidIsTheHashOfTheBytesThatWereJustRead() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);

        double ours = proven.generate(request).logprobs().get(0);

        // no url: only a server that keeps this picture under this name can answer
        ObjectNode cached =
                paths(compact(request), ImageHash.of(ProbePicture.NOISE.bytes()).hex(), null);
        assertThat(logprob(cached)).isCloseTo(ours, within(1e-4));
    }

    @Test
    void pixelsThatWereNormalisedAlready() throws InterruptedException {
        GenerateRequest request = withImage(ProbePicture.NOISE);
        double right = logprob(features(request, PixelForm.UINT8));
        assertThat(logprob(features(request, PixelForm.FLOAT32))).isNotCloseTo(right, within(1e-4));

        assertThat(engine.handshake().features()).contains(PixelForm.UINT8);
        assertThat(proven.generate(request).logprobs().get(0)).isCloseTo(right, within(1e-4));
    }

    private void echo(GenerateRequest request, JsonNode answer) {
        String modality = model.processor().engineItem().modality();
        new PromptProof(model.imagePad(), new ProofLedger())
                .echo(
                        request.prompt(),
                        request.images(),
                        GenerateAnswer.read(answer, modality, WeightNames.trusting(new WeightVersion(0)))
                                .echo());
    }

    private static void caught(ErrorCode code, ThrowingCallable fault) {
        assertThatThrownBy(fault)
                .isInstanceOfSatisfying(
                        FoveaException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private JsonNode ask(ObjectNode body) throws InterruptedException {
        return http.post(VllmRoutes.GENERATE, body.toString(), TIMEOUT);
    }

    private double logprob(ObjectNode body) throws InterruptedException {
        return ask(body).at("/choices/0/logprobs/content/0/logprob").asDouble();
    }

    /** What a client of pixels sends, with hashes that no cache knows. */
    private ObjectNode features(GenerateRequest request, PixelForm form) {
        ObjectNode body = body(request.prompt().ids());
        String modality = model.processor().engineItem().modality();
        PlaceholderRange range = request.images().placeholders().getFirst();
        RgbImage image = decoder.decode(ProbePicture.NOISE.bytes());
        ObjectNode features = body.putObject("features");
        features.putObject("mm_hashes").putArray(modality).add("hash-" + System.nanoTime());
        features.putObject("mm_placeholders")
                .putArray(modality)
                .addObject()
                .put("offset", range.offset())
                .put("length", range.length());
        features.putObject("kwargs_data").putArray(modality).add(WireItems.item(model.processor(), image, form));
        return body;
    }

    private ObjectNode range(ObjectNode body) {
        return (ObjectNode) body.path("features")
                .path("mm_placeholders")
                .path(model.processor().engineItem().modality())
                .get(0);
    }

    private ObjectNode paths(TokenIds ids, String uuid, @Nullable String url) {
        ObjectNode body = body(ids);
        body.putArray("content_parts")
                .addObject()
                .put("type", "image_url")
                .put("url", url)
                .put("uuid", uuid);
        return body;
    }

    private ObjectNode body(TokenIds ids) {
        ObjectNode body = JSON.createObjectNode();
        body.put("model", model.name()).put("return_token_ids", true);
        ArrayNode list = body.putArray("token_ids");
        ids.stream().forEach(list::add);
        body.putObject("sampling_params")
                .put("max_tokens", 1)
                .put("logprobs", 1)
                .put("temperature", 0);
        return body;
    }

    private static TokenIds compact(GenerateRequest request) {
        return request.prompt().compact(request.images().placeholders()).ids();
    }

    private static String uri(GenerateRequest request) {
        return request.images().images().getFirst().item().rawImageUri();
    }

    private GenerateRequest withImage(ProbePicture picture) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] url = picture.dataUrl().getBytes(StandardCharsets.US_ASCII);
            upload.write(url, 0, url.length);
            UploadedImage stored = upload.finish();
            return request(new ImageResolver(reader, decoder, model.processor()).resolve(stored.uri()));
        }
    }

    private GenerateRequest request(ResolvedImage image) {
        TokenIds before = TokenIds.of(5).concat(model.beforeImage());
        int[] pads = new int[image.placeholderLength()];
        Arrays.fill(pads, model.imagePad());
        return new GenerateRequest(
                "turn-" + System.nanoTime(),
                "session",
                new ExpandedIds(before.concat(TokenIds.of(pads))
                        .concat(model.afterImage())
                        .concat(TokenIds.of(6))),
                new MultiModalData(List.of(image.at(before.size()))),
                new SamplingParameters(0, 1, 1, OptionalLong.empty()),
                Set.of());
    }

    private static GenerateRequest at(GenerateRequest request, PlaceholderRange range) {
        SidecarImage image = request.images().images().getFirst();
        return with(request, new MultiModalData(List.of(new SidecarImage(image.item(), image.hash(), range))));
    }

    private static GenerateRequest with(GenerateRequest request, MultiModalData images) {
        return new GenerateRequest(
                request.requestId(), request.sessionId(), request.prompt(), images, request.sampling(), Set.of());
    }

    private static GenerateRequest with(GenerateRequest request, ExpandedIds prompt) {
        return new GenerateRequest(
                request.requestId(), request.sessionId(), prompt, request.images(), request.sampling(), Set.of());
    }

    /** A picture of the noise probe's size and another content. */
    private byte[] recoloured() throws IOException {
        RgbImage noise = decoder.decode(ProbePicture.NOISE.bytes());
        BufferedImage black =
                new BufferedImage(noise.size().width(), noise.size().height(), BufferedImage.TYPE_INT_RGB);
        try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            ImageIO.write(black, "png", out);
            return out.toByteArray();
        }
    }
}
