package dev.fovea.chat;

import dev.fovea.chat.ChatJson.ImageSource;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The content of a message in JSON: text, or a list of parts. A part without a type is what its keys say; an image's source is
 * the first of {@code image}, {@code image_url}, {@code url} and {@code path} that is not null.
 */
final class ContentJson {

    private static final Set<String> OTHER_MODALITIES =
            Set.of("video", "video_url", "input_video", "audio", "audio_url", "input_audio", "file", "input_file");

    private static final List<String> SOURCES = List.of("image", "image_url", "url", "path");

    private final ImageSource images;

    ContentJson(ImageSource images) {
        this.images = images;
    }

    List<ContentPart> read(JsonNode content, int message) {
        if (ChatJson.absent(content)) {
            return List.of();
        }
        if (content.isString()) {
            return Message.parts(content.stringValue());
        }
        if (!content.isArray()) {
            throw MessagePlace.field(message, "content")
                    .refused(ErrorCode.INVALID_REQUEST, "is neither text nor a list of parts", "send one of them");
        }
        List<ContentPart> parts = new ArrayList<>();
        for (JsonNode part : content) {
            parts.add(part(part, MessagePlace.part(message, parts.size())));
        }
        return parts;
    }

    private ContentPart part(JsonNode part, MessagePlace place) {
        if (part.isString()) {
            return new ContentPart.Text(part.stringValue());
        }
        if (!part.isObject()) {
            throw place.refused(ErrorCode.INVALID_REQUEST, "is neither text nor an object", "send text and images");
        }
        String type = part.path("type").asString("");
        if (type.equals("image") || type.equals("image_url") || (type.isEmpty() && namesImage(part))) {
            return image(part, place);
        }
        if (OTHER_MODALITIES.contains(type) || (type.isEmpty() && (has(part, "video") || has(part, "video_url")))) {
            throw place.refused(
                    ErrorCode.UNSUPPORTED_MODALITY,
                    "is of type " + (type.isEmpty() ? "video" : type),
                    "send text and images; video, audio and files are not carried");
        }
        if (type.equals("thinking")) {
            return thinking(part.path("thinking"), place);
        }
        return text(part, type, place);
    }

    private static ContentPart thinking(JsonNode thinking, MessagePlace place) {
        if (!thinking.isString()) {
            throw place.refused(
                    ErrorCode.INVALID_REQUEST, "is thinking without text", "send its text, or leave it out");
        }
        return new ContentPart.Thinking(thinking.stringValue());
    }

    /** A part of another type that holds text is text; one that also names an image would lose it without a word. */
    private static ContentPart text(JsonNode part, String type, MessagePlace place) {
        JsonNode text = part.path("text");
        if (!text.isString()) {
            throw place.refused(
                    ErrorCode.INVALID_REQUEST,
                    text.isMissingNode()
                            ? "is of type " + type + ", which no template shows"
                            : "has a text that is none",
                    "send text and images");
        }
        if (namesImage(part)) {
            throw place.refused(
                    ErrorCode.INVALID_REQUEST, "is a text with an image", "send the image as a part of its own");
        }
        return new ContentPart.Text(text.stringValue());
    }

    private static boolean namesImage(JsonNode part) {
        return has(part, "image") || has(part, "image_url");
    }

    private static boolean has(JsonNode part, String key) {
        JsonNode value = part.path(key);
        return !ChatJson.absent(value)
                && !(value.isString() && value.stringValue().isEmpty());
    }

    private ContentPart image(JsonNode part, MessagePlace place) {
        if (part.path("text").isString() && !part.path("text").stringValue().isEmpty()) {
            throw place.refused(
                    ErrorCode.INVALID_REQUEST, "is an image with a text", "send the text as a part of its own");
        }
        for (String key : SOURCES) {
            JsonNode source = part.path(key);
            if (!ChatJson.absent(source)) {
                JsonNode named = source.isObject() ? source.path("url") : source;
                return new ContentPart.Image(resolved(named, place));
            }
        }
        throw place.refused(ErrorCode.INVALID_REQUEST, "is an image without a source", "send image_url with a url");
    }

    private ResolvedImage resolved(JsonNode source, MessagePlace place) {
        try {
            return images.resolve(source, place);
        } catch (RequestException e) {
            throw new RequestException(e.code(), place + ": " + e.what(), e.remedy(), e);
        }
    }
}
