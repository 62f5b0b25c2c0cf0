package dev.fovea.gateway;

import dev.fovea.assets.StoredImage;
import dev.fovea.chat.ContentPart;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The content of a message: a string, or a list of text and image parts. Nothing is dropped: what is unknown is refused. */
final class ContentReader {

    private static final Set<String> OTHER_MODALITIES =
            Set.of("video", "video_url", "input_video", "audio", "audio_url", "input_audio", "file", "input_file");

    private final ResolvedImages images;
    private final Map<String, StoredImage> stored;

    ContentReader(ResolvedImages images, Map<String, StoredImage> stored) {
        this.images = images;
        this.stored = stored;
    }

    List<ContentPart> read(JsonNode content, String place) {
        if (content.isString()) {
            return List.of(new ContentPart.Text(JsonFields.text(content, place)));
        }
        JsonNode list = JsonFields.array(content, place);
        List<ContentPart> parts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            parts.add(part(list.get(i), place + "[" + i + "]"));
        }
        return parts;
    }

    private ContentPart part(JsonNode part, String place) {
        if (part.isString()) {
            return new ContentPart.Text(JsonFields.text(part, place));
        }
        String type = JsonFields.text(JsonFields.object(part, place).path("type"), place + ".type");
        return switch (type) {
            case "text" -> text(part, place);
            case "image_url" ->
                image(
                        JsonFields.object(part.path("image_url"), place + ".image_url")
                                .path("url"),
                        place);
            case "image" -> image(part.path("image"), place);
            default -> throw unknown(type, place);
        };
    }

    /** A text part that also names an image would lose it without a word. */
    private static ContentPart text(JsonNode part, String place) {
        if (!JsonFields.isAbsent(part.path("image_url")) || !JsonFields.isAbsent(part.path("image"))) {
            throw JsonFields.invalid(place + " is a text part with an image", "send the image as a part of its own");
        }
        return new ContentPart.Text(JsonFields.text(part.path("text"), place + ".text"));
    }

    private ContentPart image(JsonNode url, String place) {
        String uri = JsonFields.text(url, place + " image URL");
        return new ContentPart.Image(JsonFields.at(place, () -> images.resolve(uri, stored.get(uri))));
    }

    private static RequestException unknown(String type, String place) {
        return OTHER_MODALITIES.contains(type)
                ? new RequestException(
                        ErrorCode.UNSUPPORTED_MODALITY,
                        place + " is a part of type " + type,
                        "send text and images; video, audio and files are not carried")
                : JsonFields.invalid(place + " is a part of an unknown type", "use text or image_url");
    }
}
