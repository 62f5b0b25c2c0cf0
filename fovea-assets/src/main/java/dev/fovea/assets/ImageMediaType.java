package dev.fovea.assets;

import java.util.Locale;

/**
 * The declared kind of an image. It chooses the file's extension and nothing else: what the bytes are, decoders see for
 * themselves, since screenshot helpers write one fixed label on everything.
 *
 * @param subtype what follows {@code image/}, for example {@code png}; may be empty
 */
public record ImageMediaType(String subtype) {

    public ImageMediaType {
        subtype = subtype.strip().toLowerCase(Locale.ROOT);
    }

    /** The file name extension, with its dot. */
    public String extension() {
        return switch (subtype) {
            case "jpeg", "jpg" -> ".jpg";
            case "png" -> ".png";
            case "webp" -> ".webp";
            case "gif" -> ".gif";
            default -> ".img";
        };
    }
}
