package dev.fovea.engine.vllm;

import dev.fovea.assets.ImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.UploadedImage;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.vllm.PixelEvidence.Outcome;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.engine.vllm.VllmDescription.Evidence;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.PixelForm;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds out what a server does with pictures, before it is given any that count. A server that normalises pixels itself accepts
 * normalised ones without a word (measured), so a form is used only where every byte of rendered probes was equal. Where a server
 * renders nothing, its log-probabilities are compared; where those do not tell either, only the configuration can.
 */
final class VllmHandshake {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final VllmHttp http;
    private final ServedModel model;
    private final ImageDecoder decoder;
    private final GenerateProbe generation;
    private final ImageStore store;
    private final Optional<PixelForm> statedForm;
    private final List<String> matched = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();

    VllmHandshake(VllmHttp http, ServedModel model, ImageDecoder decoder, ImageStore store, VllmSettings settings) {
        this.http = http;
        this.model = model;
        this.decoder = decoder;
        this.generation = new GenerateProbe(http, model);
        this.store = store;
        this.statedForm = settings.statedForm();
    }

    /**
     * Asks and compares.
     *
     * @throws SetupException where no mode of sending images is proven, or the server does not serve the model
     */
    VllmDescription run() throws InterruptedException {
        String version = http.get(VllmRoutes.VERSION, TIMEOUT).path("version").asString("unknown");
        int context = ServedNames.ask(http).contextTokens(model.name());
        requireRunning();
        // before any picture: a server without these routes says which flag it lacks
        VllmDescription.Logprobs logprobs = generation.logprobs();
        Finding finding = features();
        return new VllmDescription(
                version,
                model.name(),
                context,
                Optional.of(finding.form()),
                finding.evidence(),
                contentParts(finding),
                logprobs,
                weights(),
                matched,
                rejected);
    }

    /** A paused server answers nothing, for as long as one waits. */
    private void requireRunning() throws InterruptedException {
        boolean paused;
        try {
            paused = http.get(VllmRoutes.IS_PAUSED, TIMEOUT).path("is_paused").asBoolean(false);
        } catch (FoveaException e) {
            // a server without the development mode cannot be paused
            return;
        }
        if (paused) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    "the engine is paused: a load of weights stopped half-way, or someone else paused it",
                    "restart it, or POST /resume if its weights are known to be whole");
        }
    }

    private VllmDescription.Weights weights() throws InterruptedException {
        if (!isThere(VllmRoutes.WEIGHT_INFO)) {
            rejected.add("weights: the server takes no new ones (VLLM_SERVER_DEV_MODE=1 is not set)");
            return VllmDescription.Weights.NONE;
        }
        if (!isThere(VllmRoutes.WEIGHT_CHECKER)) {
            rejected.add("weights: the server offers no checksums, so that only the version's name is compared");
            return VllmDescription.Weights.VERSION;
        }
        matched.add("weights: the server offers checksums, which are compared after each load");
        return VllmDescription.Weights.CHECKSUMS;
    }

    /** A route that takes another method is there; asking properly would hash every tensor. */
    private boolean isThere(String route) throws InterruptedException {
        HttpResponse<InputStream> answer = http.open(route, TIMEOUT);
        http.bounded(route, answer);
        return answer.statusCode() != NOT_FOUND && answer.statusCode() != FORBIDDEN;
    }

    /** A form, what it rests on, and what compares further pictures. */
    private record Finding(PixelForm form, Evidence evidence, PixelEvidence probe) {}

    private Finding features() throws InterruptedException {
        PixelEvidence rendering = new RenderProbe(http, model, decoder);
        Outcome rendered = compare(rendering, "is equal in every byte, as ");
        PixelEvidence answers = new LogprobProbe(http, model, decoder, this::stored);
        return switch (rendered) {
            case Outcome.Equal(PixelForm form) -> new Finding(form, Evidence.BYTES, rendering);
            case Outcome.Differs differs -> throw otherPixels();
            case Outcome.Unknown unknown ->
                switch (compare(answers, "is answered alike, as ")) {
                    case Outcome.Equal(PixelForm form) -> new Finding(form, Evidence.LOGPROBS, answers);
                    case Outcome.Differs differs -> throw otherPixels();
                    case Outcome.Unknown nothing -> stated(answers);
                };
        };
    }

    private Finding stated(PixelEvidence probe) {
        PixelForm form = statedForm.orElseThrow(() -> new SetupException(
                ErrorCode.INVALID_CONFIGURATION,
                "nothing shows which pixels the engine wants: " + String.join("; ", rejected),
                "open " + VllmRoutes.RENDER + " to this side, or state the form (--pixel-form)"));
        matched.add("features: " + form.id() + " is stated by the configuration, and shown by nothing");
        return new Finding(form, Evidence.CONFIGURATION, probe);
    }

    private SetupException otherPixels() {
        return new SetupException(
                ErrorCode.INVALID_CONFIGURATION,
                "vLLM makes other pixels than this side: " + rejected.getLast(),
                "serve the checkpoint that --model names, with its own preprocessor_config.json");
    }

    /** The form in which both plain probes are equal. */
    private Outcome compare(PixelEvidence evidence, String equality) throws InterruptedException {
        Outcome outcome = new Outcome.Unknown("no probe");
        for (ProbePicture picture : List.of(ProbePicture.GRADIENT, ProbePicture.NOISE)) {
            outcome = evidence.compare(picture);
            switch (outcome) {
                case Outcome.Equal(PixelForm form) ->
                    matched.add("features: " + name(picture) + " " + equality + form.id());
                case Outcome.Differs(String difference) -> {
                    rejected.add("features: " + name(picture) + ": " + difference);
                    return outcome;
                }
                case Outcome.Unknown(String reason) -> {
                    rejected.add("features: " + name(picture) + ": " + reason);
                    return outcome;
                }
            }
        }
        return outcome;
    }

    private ContentParts contentParts(Finding finding) throws InterruptedException {
        if (finding.evidence() == Evidence.CONFIGURATION) {
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
            Optional<String> difference = difference(finding, picture);
            if (difference.isPresent()) {
                rejected.add("content_parts for all pictures: " + name(picture) + ": " + difference.get());
                return ContentParts.PLAIN_PICTURES;
            }
            matched.add("content_parts: " + name(picture) + " is opened as this run's decode policy does");
        }
        return ContentParts.ALL_PICTURES;
    }

    private static Optional<String> difference(Finding finding, ProbePicture picture) throws InterruptedException {
        return switch (finding.probe().compare(picture)) {
            case Outcome.Equal(PixelForm form) ->
                form == finding.form() ? Optional.empty() : Optional.of("it is equal as " + form.id());
            case Outcome.Differs(String difference) -> Optional.of(difference);
            case Outcome.Unknown(String reason) -> Optional.of(reason);
        };
    }

    private UploadedImage stored(ProbePicture picture) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] url = picture.dataUrl().getBytes(StandardCharsets.US_ASCII);
            upload.write(url, 0, url.length);
            return upload.finish();
        }
    }

    private static String name(ProbePicture picture) {
        return picture.name().toLowerCase(Locale.ROOT) + " probe";
    }
}
