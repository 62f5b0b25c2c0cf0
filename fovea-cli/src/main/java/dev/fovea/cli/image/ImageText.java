package dev.fovea.cli.image;

import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageHeader;
import dev.fovea.vision.ImageInspection;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** An inspection in words, for people and for programs. */
final class ImageText {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ImageText() {}

    static String table(Path file, ImageInspection image, DecodePolicy policy, PixelForm form) {
        ImageHeader header = image.header();
        ImageLayout layout = image.layout();
        return """
                %s
                file     %s
                picture  %s %s%s
                layout   %s -> %s, grid %d x %d x %d, %,d pads, fingerprint %s
                rgb      %s  (policy %s)
                resized  %s
                patches  %s  (%s, processor %s)""".formatted(
                        file,
                        image.file().hex(),
                        header.format(),
                        header.size(),
                        header.plain() ? ", plain" : ", not plain: loaders differ over it",
                        layout.source(),
                        layout.resized(),
                        layout.grid().t(),
                        layout.grid().h(),
                        layout.grid().w(),
                        layout.placeholderLength(),
                        image.layoutFingerprint(),
                        image.rgb().hex(),
                        policy.id(),
                        image.resized().hex(),
                        image.patches().hex(),
                        form.id(),
                        image.processorFingerprint());
    }

    static String json(Path file, ImageInspection image, DecodePolicy policy, PixelForm form) {
        ImageLayout layout = image.layout();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", file.toString());
        object.put("sha256", image.file().hex());
        object.put("format", image.header().format().name());
        object.put(
                "size",
                List.of(image.header().size().width(), image.header().size().height()));
        object.put("orientation", image.header().orientation().exif());
        object.put("plain", image.header().plain());
        object.put("policy", policy.id());
        object.put(
                "resized", List.of(layout.resized().height(), layout.resized().width()));
        object.put(
                "grid_thw",
                List.of(layout.grid().t(), layout.grid().h(), layout.grid().w()));
        object.put("tokens", layout.placeholderLength());
        object.put("layout_fingerprint", image.layoutFingerprint());
        object.put("processor_fingerprint", image.processorFingerprint());
        object.put("form", form.id());
        object.put("rgb_sha256", image.rgb().hex());
        object.put("resized_rgb_sha256", image.resized().hex());
        object.put("patches_sha256", image.patches().hex());
        return JSON.writeValueAsString(object);
    }

    static String refusal(Path file, FoveaException error) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", file.toString());
        object.put("error", error.code().wire());
        object.put("message", error.what());
        object.put("remedy", error.remedy());
        return JSON.writeValueAsString(object);
    }

    static String refusalLine(Path file, FoveaException error) {
        return file + "\nrefused  " + error.what() + "; " + error.remedy() + " ["
                + error.code().wire() + "]";
    }
}
