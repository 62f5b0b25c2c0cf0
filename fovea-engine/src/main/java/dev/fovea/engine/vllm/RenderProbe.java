package dev.fovea.engine.vllm;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.wire.EngineItemCodec;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Has the server render a picture, and compares every value with our own. */
final class RenderProbe implements PixelEvidence {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** The statuses of a route that a server lacks, hides or forbids. */
    private static final Set<Integer> NOT_THERE = Set.of(403, 404, 405, 501);

    private final VllmHttp http;
    private final ServedModel model;
    private final ImageDecoder decoder;

    RenderProbe(VllmHttp http, ServedModel model, ImageDecoder decoder) {
        this.http = http;
        this.model = model;
        this.decoder = decoder;
    }

    @Override
    public Outcome compare(ProbePicture picture) throws InterruptedException {
        HttpResponse<InputStream> answer = render(picture);
        if (NOT_THERE.contains(answer.statusCode())) {
            return refused(answer);
        }
        JsonNode features = http.read(VllmRoutes.RENDER, answer).path("features");
        EngineItemSchema schema = model.processor().engineItem();
        JsonNode items = features.path("kwargs_data").path(schema.modality());
        if (items.size() != 1 || !items.get(0).isString()) {
            return new Outcome.Differs("the server rendered " + items.size() + " items of " + schema.modality());
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
            return new Outcome.Differs("the server lays it out as %s with %d pads, we as %s with %d"
                    .formatted(theirs.grid(), pads, layout.grid(), layout.placeholderLength()));
        }
        return values(theirs, image, layout);
    }

    private Outcome values(EngineItemCodec.Item theirs, RgbImage image, ImageLayout layout) {
        Optional<PixelForm> form = PixelDtypes.form(theirs.dtype());
        if (form.isEmpty()) {
            return new Outcome.Differs("the server's values are " + theirs.dtype() + ", a form that we do not make");
        }
        List<Integer> shape = new ArrayList<>(List.of(layout.grid().patches()));
        shape.addAll(model.processor().engineItem().patchShape());
        if (!shape.equals(theirs.shape())) {
            return new Outcome.Differs("the server's shape is " + theirs.shape() + ", ours " + shape);
        }
        ByteBuffer ours = ByteBuffer.allocate(layout.grid().patches()
                        * model.processor().patchWidth()
                        * form.get().bytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        model.processor().process(image, layout, form.get(), ours);
        int difference = ours.flip().mismatch(theirs.patches());
        return difference < 0
                ? new Outcome.Equal(form.get())
                : new Outcome.Differs("byte %d of its %s values is %d at the server and %d here"
                        .formatted(
                                difference,
                                theirs.dtype(),
                                theirs.patches().get(difference) & 0xFF,
                                ours.get(difference) & 0xFF));
    }

    private HttpResponse<InputStream> render(ProbePicture picture) throws InterruptedException {
        String body =
                "{\"model\":\"" + model.name() + "\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":["
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + picture.dataUrl() + "\"}}]}]}";
        return http.open(VllmRoutes.RENDER, BodyPublishers.ofString(body), Map.of(), TIMEOUT);
    }

    private Outcome refused(HttpResponse<InputStream> answer) {
        http.bounded(VllmRoutes.RENDER, answer);
        return new Outcome.Unknown(VllmRoutes.RENDER + " answers " + answer.statusCode());
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
