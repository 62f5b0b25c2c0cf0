package dev.fovea.conform.images;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.RequestException;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What one family makes of one picture: layout, resized picture and patches, by each backend. */
final class FamilyRecord {

    private static final int SHOWN_VALUES = 16;

    private final String name;
    private final ReferenceFamily family;
    private final ConformReport report;

    FamilyRecord(String name, ReferenceFamily family, ConformReport report) {
        this.name = name;
        this.family = family;
        this.report = report;
    }

    void check(JsonNode expected, RgbImage image) {
        for (ReferenceBackend backend : ReferenceBackend.values()) {
            JsonNode answer = expected.path(backend.key());
            if (answer.has("error")) {
                checkRefusal(backend, image);
            } else if (answer.isObject()) {
                checkBackend(backend, expected, answer, image);
            }
        }
    }

    private void checkRefusal(ReferenceBackend backend, RgbImage image) {
        try {
            ImageLayout layout = family.processor(backend.ours()).layout(image.size());
            report.differs(name + " " + backend.key(), "the reference refuses, ours gives " + layout.resized());
        } catch (RequestException e) {
            report.equal();
        }
    }

    private void checkBackend(ReferenceBackend backend, JsonNode expected, JsonNode answer, RgbImage image) {
        String record = name + " " + backend.key();
        ImageProcessor processor = family.processor(backend.ours());
        ImageLayout layout = processor.layout(image.size());
        JsonNode resized = expected.path("resized");
        report.compare(
                record + " layout",
                new ImageSize(resized.path(1).asInt(), resized.path(0).asInt()) + " "
                        + expected.path("grid_thw").values().stream()
                                .map(JsonNode::asInt)
                                .toList() + " "
                        + expected.path("tokens").asInt(),
                layout.resized() + " "
                        + List.of(
                                layout.grid().t(),
                                layout.grid().h(),
                                layout.grid().w()) + " "
                        + layout.placeholderLength());
        report.compare(
                record + " resized",
                answer.path("resized_rgb_sha256").asString(),
                sha256(ByteBuffer.wrap(processor.resized(image, layout).samples())));
        // native memory, freed at once: the largest patches are bigger than half a default heap
        try (Arena arena = Arena.ofConfined()) {
            report.compare(
                    record + " " + PixelForm.UINT8,
                    answer.path("patches_u8_sha256").asString(),
                    sha256(patches(arena, processor, layout, image, PixelForm.UINT8)));
        }
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer values = patches(arena, processor, layout, image, PixelForm.FLOAT32);
            report.compare(
                    record + " " + PixelForm.FLOAT32,
                    answer.path("patches_f32_sha256").asString(),
                    sha256(values.duplicate()));
            checkFirstValues(record, values, answer.path("first16"));
        }
    }

    /** What people can read when a hash differs. */
    private void checkFirstValues(String record, ByteBuffer patches, JsonNode expected) {
        List<Float> values = new ArrayList<>(SHOWN_VALUES);
        expected.forEach(value -> values.add(patches.getFloat()));
        report.compare(
                record + " first values",
                expected.values().stream()
                        .map(value -> value.decimalValue().floatValue())
                        .toList(),
                values);
    }

    private static ByteBuffer patches(
            Arena arena, ImageProcessor processor, ImageLayout layout, RgbImage image, PixelForm form) {
        long bytes = (long) layout.grid().patches() * processor.patchWidth() * form.bytes();
        ByteBuffer target = arena.allocate(bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        processor.process(image, layout, form, target);
        return target.flip();
    }

    private static String sha256(ByteBuffer bytes) {
        MessageDigest digest = ImageHash.sha256();
        digest.update(bytes);
        return ImageHash.ofDigest(digest.digest()).hex();
    }
}
