package dev.fovea.training.foreign;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Looks for images, and other things that are no text, wherever a flat record has messages or tokens. */
final class TextOnly {

    private static final int LONGEST_TYPE = 40;

    private static final List<String> PARTS = List.of("prompt", "completion", "trajectory");

    private static final Set<String> TEXTS = Set.of("text", "input_text", "output_text", "refusal");

    /** Members that only images and their sidecars have. */
    private static final Set<String> OTHERS = Set.of("image_url", "input_audio", "video_url", "audio_url");

    private TextOnly() {}

    static void require(JsonNode flat) {
        PARTS.forEach(part -> check(flat.path(part), part));
    }

    private static void check(JsonNode value, String place) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(value.get(i), place + "[" + i + "]");
            }
        } else if (value.isObject()) {
            value.propertyStream().forEach(member -> {
                String name = member.getKey();
                JsonNode inner = member.getValue();
                boolean there = !inner.isNull();
                if (there && (OTHERS.contains(name) || name.equals("multi_modal_data"))) {
                    throw refused(place + "." + name);
                }
                if (name.equals("content") && inner.isArray()) {
                    parts(inner, place + ".content");
                }
                check(inner, place + "." + name);
            });
        }
    }

    private static void parts(JsonNode parts, String place) {
        for (int i = 0; i < parts.size(); i++) {
            JsonNode part = parts.get(i);
            if (part.isObject() && !TEXTS.contains(part.path("type").asString("text"))) {
                throw refused(place + "[" + i + "] of type "
                        + shortened(part.path("type").asString("")));
            }
        }
    }

    private static RequestException refused(String place) {
        return new RequestException(
                ErrorCode.UNSUPPORTED_MODALITY,
                place + " is no text",
                "flat records carry text only; record such rollouts as traces");
    }

    /** A type is a word; anything longer is somebody's payload. */
    private static String shortened(String type) {
        return type.length() <= LONGEST_TYPE ? type : type.substring(0, LONGEST_TYPE) + "...";
    }
}
