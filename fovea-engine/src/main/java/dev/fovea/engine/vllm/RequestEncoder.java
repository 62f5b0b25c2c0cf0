package dev.fovea.engine.vllm;

import dev.fovea.assets.AssetReader;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerCounters;
import dev.fovea.vision.MaterializerSettings;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.ReferenceProof;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Proves the images of a request, chooses the way they take, and writes the body. Thread safe. */
final class RequestEncoder {

    private final VllmDescription description;
    private final int imagePad;
    private final ReferenceProof proof;
    private final ImageDecoder decoder;
    private final Optional<ImageMode> onlyMode;
    private final Optional<Materializer> pixels;
    private final GenerateBodies bodies;

    RequestEncoder(
            ServedModel model,
            VllmDescription description,
            AssetReader reader,
            ImageDecoder decoder,
            VllmSettings settings) {
        this.description = description;
        this.imagePad = model.imagePad();
        this.proof = new ReferenceProof(reader, decoder, model.processor());
        this.decoder = decoder;
        this.onlyMode = settings.mode();
        this.pixels = description
                .features()
                .map(form -> new Materializer(
                        reader,
                        decoder,
                        model.processor(),
                        new MaterializerSettings(
                                form, settings.cacheBytes(), MaterializerSettings.DEFAULT_WORKING_BYTES)));
        this.bodies = new GenerateBodies(
                model.processor().engineItem(),
                model.processor()
                        .processorFingerprint(
                                decoder.policy(), description.features().orElse(PixelForm.UINT8)));
    }

    /**
     * The body of a request.
     *
     * @throws dev.fovea.contract.error.FoveaException where an image cannot be proven, or no proven mode may carry it
     */
    RequestBody encode(WireRequest request) {
        if (request.images().isEmpty()) {
            return bodies.text(request);
        }
        RequestImages images = RequestImages.proven(request.images(), proof, decoder);
        return switch (mode(request, images)) {
            case CONTENT_PARTS -> bodies.contentParts(request, images.files());
            case FEATURES -> bodies.features(request, images.files(), pixels(request));
        };
    }

    /** What was done for pixels; empty where none are sent. */
    Optional<MaterializerCounters> pixelCounters() {
        return pixels.map(Materializer::counters);
    }

    private ImageMode mode(WireRequest request, RequestImages images) {
        // A server that expands pads by itself puts a picture at a pad that the policy sampled; spans of ours say where
        // it is.
        boolean paths = images.mayGoAsPaths(description.contentParts()) && request.padsAreImages(imagePad);
        ImageMode mode = onlyMode.orElse(paths ? ImageMode.CONTENT_PARTS : ImageMode.FEATURES);
        boolean proven = switch (mode) {
            case CONTENT_PARTS -> paths;
            case FEATURES -> pixels.isPresent();
        };
        if (!proven) {
            throw new RequestException(
                    ErrorCode.INVALID_IMAGE,
                    "an image that the engine does not open as this run's decode policy does, or a sampled pad that it would"
                            + " take for one, where only " + mode.id() + " may be used",
                    "let the image mode be chosen, or choose the decode policy vllm");
        }
        return mode;
    }

    private List<PixelPatches> pixels(WireRequest request) {
        Materializer source = pixels.orElseThrow();
        List<PixelPatches> patches = new ArrayList<>();
        for (SidecarImage image : request.images().images()) {
            patches.add(source.pixels(image.item(), image.hash()));
        }
        return patches;
    }
}
