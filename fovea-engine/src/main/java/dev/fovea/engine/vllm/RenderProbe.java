package dev.fovea.engine.vllm;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.wire.EngineItemCodec;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Has the server render a picture, and compares every value with our own. */
final class RenderProbe {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final VllmHttp http;
    private final ServedModel model;
    private final ImageDecoder decoder;

    RenderProbe(VllmHttp http, ServedModel model, ImageDecoder decoder) {
        this.http = http;
        this.model = model;
        this.decoder = decoder;
    }

    /**
     * The outcome for one picture.
     *
     * @param form the form in which all values were equal
     * @param difference what differed first otherwise
     */
    record Outcome(Optional<PixelForm> form, String difference) {

        static Outcome differs(String difference) {
            return new Outcome(Optional.empty(), difference);
        }
    }

    Outcome compare(ProbePicture picture) throws InterruptedException {
        JsonNode features = render(picture).path("features");
        EngineItemSchema schema = model.processor().engineItem();
        JsonNode items = features.path("kwargs_data").path(schema.modality());
        if (items.size() != 1 || !items.get(0).isString()) {
            return Outcome.differs("the server rendered " + items.size() + " items of " + schema.modality());
        }
        EngineItemCodec.Item theirs =
                EngineItemCodec.decode(schema, base64(items.get(0).asString()));
        RgbImage image = decoder.decode(picture.bytes());
        ImageLayout layout = model.processor().layout(image.size());
        int pads = features.path("mm_placeholders")
                .path(schema.modality())
                .path(0)
                .path("length")
                .asInt(-1);
        if (pads != layout.placeholderLength() || !theirs.grid().equals(layout.grid())) {
            return Outcome.differs("the server lays it out as %s with %d pads, we as %s with %d"
                    .formatted(theirs.grid(), pads, layout.grid(), layout.placeholderLength()));
        }
        return values(theirs, image, layout);
    }

    private Outcome values(EngineItemCodec.Item theirs, RgbImage image, ImageLayout layout) {
        Optional<PixelForm> form = PixelDtypes.form(theirs.dtype());
        if (form.isEmpty()) {
            return Outcome.differs("the server's values are " + theirs.dtype() + ", a form that we do not make");
        }
        List<Integer> shape = new ArrayList<>(List.of(layout.grid().patches()));
        shape.addAll(model.processor().engineItem().patchShape());
        if (!shape.equals(theirs.shape())) {
            return Outcome.differs("the server's shape is " + theirs.shape() + ", ours " + shape);
        }
        ByteBuffer ours = ByteBuffer.allocate(layout.grid().patches()
                        * model.processor().patchWidth()
                        * form.get().bytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        model.processor().process(image, layout, form.get(), ours);
        int difference = ours.flip().mismatch(theirs.patches());
        return difference < 0
                ? new Outcome(form, "")
                : Outcome.differs("byte %d of its %s values is %d at the server and %d here"
                        .formatted(
                                difference,
                                theirs.dtype(),
                                theirs.patches().get(difference) & 0xFF,
                                ours.get(difference) & 0xFF));
    }

    private JsonNode render(ProbePicture picture) throws InterruptedException {
        String body =
                "{\"model\":\"" + model.name() + "\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":["
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + picture.dataUrl() + "\"}}]}]}";
        return http.post(VllmRoutes.RENDER, body, TIMEOUT);
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new EngineException(
                    ErrorCode.MALFORMED_ENGINE_ANSWER,
                    "the server rendered an item that is no base64",
                    "check the engine's version",
                    e);
        }
    }
}
