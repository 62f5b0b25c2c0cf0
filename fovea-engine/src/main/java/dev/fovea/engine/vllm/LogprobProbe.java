package dev.fovea.engine.vllm;

import dev.fovea.assets.UploadedImage;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares what a server answers to a picture that it opens by itself with what it answers to our pixels of the same picture. Weaker
 * than {@link RenderProbe}: two forms whose answers are alike cannot be told apart.
 */
final class LogprobProbe implements PixelEvidence {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** As many alternatives as stock servers tell of. */
    private static final int ALTERNATIVES = 20;

    /** Relative to the log-probability: batches and bfloat16 move the last digits. */
    private static final double AGREEMENT = 1e-3;

    /** How many times farther than the right form a wrong one must be. */
    private static final double CLEARLY = 10;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final VllmHttp http;
    private final ServedModel model;
    private final ImageDecoder decoder;
    private final Function<ProbePicture, UploadedImage> store;

    /** A server that keeps pixels by their hash must not take those of an earlier form, or of an earlier run, for these. */
    private final String nonce = UUID.randomUUID().toString();

    /**
     * A probe.
     *
     * @param store puts a probe where the server may read it
     */
    LogprobProbe(VllmHttp http, ServedModel model, ImageDecoder decoder, Function<ProbePicture, UploadedImage> store) {
        this.http = http;
        this.model = model;
        this.decoder = decoder;
        this.store = store;
    }

    @Override
    public Outcome compare(ProbePicture picture) throws InterruptedException {
        Optional<ProbeAnswer> opened = opened(picture);
        if (opened.isEmpty()) {
            return new Outcome.Unknown("the server opens no picture by itself, neither by path nor by data URL");
        }
        return new Distances(
                        distance(opened.get(), picture, PixelForm.UINT8),
                        distance(opened.get(), picture, PixelForm.FLOAT32),
                        distance(opened.get(), picture, PixelForm.BFLOAT16))
                .judged();
    }

    private double distance(ProbeAnswer opened, ProbePicture picture, PixelForm form) throws InterruptedException {
        Optional<ProbeAnswer> sent = sent(picture, form);
        return sent.isPresent() ? opened.distance(sent.get()) : Double.POSITIVE_INFINITY;
    }

    /** How far each form's answer is from that to the opened picture: samples as they are, or normalised ones, is the question. */
    private record Distances(double uint8, double float32, double bfloat16) {

        Outcome judged() {
            PixelForm normalised = float32 <= AGREEMENT ? PixelForm.FLOAT32 : PixelForm.BFLOAT16;
            double other = normalised == PixelForm.FLOAT32 ? float32 : bfloat16;
            double near = Math.min(uint8, other);
            if (near > AGREEMENT) {
                return new Outcome.Differs("log-probabilities agree with those of no form of ours: " + this);
            }
            return Math.max(uint8, other) >= CLEARLY * Math.max(near, AGREEMENT / CLEARLY)
                    ? new Outcome.Equal(uint8 == near ? PixelForm.UINT8 : normalised)
                    : new Outcome.Unknown("log-probabilities do not tell the forms apart: " + this);
        }
    }

    private Optional<ProbeAnswer> opened(ProbePicture picture) throws InterruptedException {
        Optional<ProbeAnswer> byPath = opened(picture, store.apply(picture).uri());
        return byPath.isPresent() ? byPath : opened(picture, picture.dataUrl());
    }

    private Optional<ProbeAnswer> opened(ProbePicture picture, String url) throws InterruptedException {
        RequestBody body = new RequestBody()
                .json("{\"token_ids\":" + Arrays.toString(prompt(1).ids().toArray()))
                .json(",\"content_parts\":[{\"type\":\"image_url\",\"url\":\"" + url + "\"}],")
                .json(fields().toString().substring(1));
        try {
            JsonNode answer = http.post(VllmRoutes.GENERATE, body.publisher(), Map.of(), TIMEOUT);
            String modality = model.processor().engineItem().modality();
            boolean expanded = GenerateAnswer.echo(answer, modality)
                    .prompt()
                    .equals(prompt(layout(picture).placeholderLength()));
            return expanded ? Optional.of(ProbeAnswer.of(answer)) : Optional.empty();
        } catch (FoveaException e) {
            return Optional.empty();
        }
    }

    /** What is said after our pixels; empty where the server refuses them. */
    private Optional<ProbeAnswer> sent(ProbePicture picture, PixelForm form) throws InterruptedException {
        RgbImage image = decoder.decode(picture.bytes());
        ImageLayout layout = model.processor().layout(image.size());
        SidecarImage sidecar = new SidecarImage(
                new RawImageDescriptor(model.processor().family(), null, Map.of(), null, "file:///probe", Map.of()),
                ImageHash.of(picture.bytes()).mmHash(),
                new PlaceholderRange(model.beforeImage().size(), layout.placeholderLength()));
        WireRequest request =
                new WireRequest(fields(), prompt(layout.placeholderLength()), new MultiModalData(List.of(sidecar)));
        RequestBody body = new GenerateBodies(model.processor().engineItem(), nonce + form)
                .features(request, List.of(ImageHash.of(picture.bytes())), List.of(patches(image, layout, form)));
        try {
            return Optional.of(ProbeAnswer.of(http.post(VllmRoutes.GENERATE, body.publisher(), Map.of(), TIMEOUT)));
        } catch (FoveaException e) {
            return Optional.empty();
        }
    }

    private PixelPatches patches(RgbImage image, ImageLayout layout, PixelForm form) {
        GridThw grid = layout.grid();
        ByteBuffer patches = ByteBuffer.allocate(
                        grid.patches() * model.processor().patchWidth() * form.bytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        model.processor().process(image, layout, form, patches);
        PixelDigest unused = new PixelDigest(
                ImageHash.of(nonce.getBytes(StandardCharsets.US_ASCII)).hex());
        return new PixelPatches(grid, model.processor().patchWidth(), form, patches.flip(), unused);
    }

    private ImageLayout layout(ProbePicture picture) {
        return model.processor().layout(decoder.size(picture.bytes()));
    }

    private ObjectNode fields() {
        ObjectNode fields = JSON.createObjectNode().put("model", model.name()).put("return_token_ids", true);
        fields.putObject("sampling_params")
                .put("max_tokens", 1)
                .put("temperature", 0)
                .put("logprobs", ALTERNATIVES);
        return fields;
    }

    private ExpandedIds prompt(int pads) {
        int[] run = new int[pads];
        Arrays.fill(run, model.imagePad());
        return new ExpandedIds(model.beforeImage().concat(TokenIds.of(run)).concat(model.afterImage()));
    }

    /**
     * A distribution's likeliest tokens.
     *
     * @param logprobs by token id
     */
    record ProbeAnswer(Map<Integer, Double> logprobs) {

        ProbeAnswer {
            logprobs = Map.copyOf(logprobs);
        }

        static ProbeAnswer of(JsonNode answer) {
            Map<Integer, Double> logprobs = new HashMap<>();
            JsonNode sampled = answer.at("/choices/0/logprobs/content/0");
            put(logprobs, sampled);
            sampled.path("top_logprobs").forEach(token -> put(logprobs, token));
            return new ProbeAnswer(logprobs);
        }

        private static void put(Map<Integer, Double> logprobs, JsonNode token) {
            logprobs.put(GenerateAnswer.sampledId(token), token.path("logprob").asDouble(Double.NaN));
        }

        /**
         * The largest relative difference of a token that both tell of; infinite where they share fewer than half, or one is no
         * number.
         */
        double distance(ProbeAnswer other) {
            double largest = 0;
            int shared = 0;
            for (Map.Entry<Integer, Double> mine : logprobs.entrySet()) {
                Double theirs = other.logprobs.get(mine.getKey());
                if (theirs != null) {
                    shared++;
                    double difference = Math.abs(mine.getValue() - theirs) / Math.max(1, Math.abs(mine.getValue()));
                    largest = Math.max(largest, Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference);
                }
            }
            return shared == 0 || 2 * shared < logprobs.size() ? Double.POSITIVE_INFINITY : largest;
        }
    }
}
