package dev.fovea.gateway;

import dev.fovea.assets.StoredImage;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A request body whose images have become files.
 *
 * @param json the body with a {@code file://} URI in place of every image; not yet validated
 * @param digest SHA-256 of the body as it came over the wire, in hexadecimal digits
 * @param stored what the store did, by URI
 */
record ScannedBody(ByteBuffer json, String digest, Map<String, StoredImage> stored) {

    ScannedBody {
        json = json.asReadOnlyBuffer();
        stored = Map.copyOf(stored);
    }
}
