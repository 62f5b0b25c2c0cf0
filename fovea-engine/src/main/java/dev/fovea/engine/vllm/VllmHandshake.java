package dev.fovea.engine.vllm;

import dev.fovea.assets.ImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.UploadedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.PixelForm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what a server does with pictures, before it is given any that count. A server that normalises pixels itself accepts
 * normalised ones without a word (measured), so a form is used only where every byte of rendered probes was equal.
 */
final class VllmHandshake {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final VllmHttp http;
    private final ServedModel model;
    private final ImageDecoder decoder;
    private final RenderProbe rendering;
    private final GenerateProbe generation;
    private final ImageStore store;
    private final List<String> matched = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();

    VllmHandshake(VllmHttp http, ServedModel model, ImageDecoder decoder, ImageStore store) {
        this.http = http;
        this.model = model;
        this.decoder = decoder;
        this.rendering = new RenderProbe(http, model, decoder);
        this.generation = new GenerateProbe(http, model);
        this.store = store;
    }

    /**
     * Asks and compares.
     *
     * @throws SetupException where no mode of sending images is proven, or the server does not serve the model
     */
    VllmDescription run() throws InterruptedException {
        String version = http.get(VllmRoutes.VERSION, TIMEOUT).path("version").asString("unknown");
        int context = ServedNames.ask(http).contextTokens(model.name());
        Optional<PixelForm> features = features();
        VllmDescription description = new VllmDescription(
                version,
                model.name(),
                context,
                features,
                contentParts(features),
                generation.logprobs(),
                matched,
                rejected);
        if (description.features().isEmpty() && description.contentParts() == ContentParts.NONE) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "vLLM " + version + " makes other pixels than this side: " + rejected.getFirst(),
                    "serve the checkpoint that --model names, with its own preprocessor_config.json");
        }
        return description;
    }

    /** The form in which every plain probe is equal. */
    private Optional<PixelForm> features() throws InterruptedException {
        Optional<PixelForm> form = Optional.empty();
        for (ProbePicture picture : List.of(ProbePicture.GRADIENT, ProbePicture.NOISE)) {
            RenderProbe.Outcome outcome = rendering.compare(picture);
            if (outcome.form().isEmpty()) {
                rejected.add("features: " + name(picture) + ": " + outcome.difference());
                return Optional.empty();
            }
            form = outcome.form();
            matched.add("features: " + name(picture) + " is equal in every byte, as " + PixelDtypes.name(form.get()));
        }
        return form;
    }

    private ContentParts contentParts(Optional<PixelForm> features) throws InterruptedException {
        if (features.isEmpty()) {
            return ContentParts.NONE;
        }
        try {
            generation.requireOpens(stored(ProbePicture.GRADIENT), decoder.size(ProbePicture.GRADIENT.bytes()));
            matched.add("content_parts: the server reads files of this run's directory");
        } catch (FoveaException e) {
            rejected.add("content_parts: " + e.what());
            return ContentParts.NONE;
        }
        for (ProbePicture picture : List.of(ProbePicture.TRANSPARENT, ProbePicture.TURNED)) {
            RenderProbe.Outcome outcome = rendering.compare(picture);
            if (outcome.form().isEmpty()) {
                rejected.add("content_parts for all pictures: " + name(picture) + ": " + outcome.difference());
                return ContentParts.PLAIN_PICTURES;
            }
            matched.add("content_parts: " + name(picture) + " is opened as this run's decode policy does");
        }
        return ContentParts.ALL_PICTURES;
    }

    private UploadedImage stored(ProbePicture picture) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] url = picture.dataUrl().getBytes(StandardCharsets.US_ASCII);
            upload.write(url, 0, url.length);
            return upload.finish();
        }
    }

    private static String name(ProbePicture picture) {
        return picture.name().toLowerCase(java.util.Locale.ROOT) + " probe";
    }
}
