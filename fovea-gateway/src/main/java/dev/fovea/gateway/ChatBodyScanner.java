package dev.fovea.gateway;

import dev.fovea.assets.ImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.StoredImage;
import dev.fovea.assets.UploadedImage;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the images out of a chat request while it streams in: each goes decoded and hashed straight to the store, and a
 * {@code file://} URI takes its place. What is left is small and goes to an ordinary JSON parser, which also does all validation;
 * the scanner only has to know where strings begin and end.
 *
 * <p>Only the URL of an image part inside a message's content is an image: a tool argument or schema that happens to look like
 * one is left alone. One scan a scanner; cost is one pass over the bytes.
 */
final class ChatBodyScanner implements AutoCloseable {

    private static final int CHUNK_BYTES = 64 << 10;

    /** Longer member names are none that the scanner looks for. */
    private static final int LONGEST_KEY = 32;

    private enum State {
        STRUCTURE,
        KEY,
        TEXT,
        IMAGE
    }

    private final ImageStore store;
    private final BodyLimits limits;
    private final JsonPlace place = new JsonPlace();
    private final JsonEscape escape = new JsonEscape();
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
    private final ByteArrayOutputStream key = new ByteArrayOutputStream();
    private final Map<String, StoredImage> stored = new HashMap<>();
    private State state = State.STRUCTURE;
    private @Nullable ImageUpload upload;
    private int images;

    ChatBodyScanner(ImageStore store, BodyLimits limits) {
        this.store = store;
        this.limits = limits;
    }

    /**
     * Reads a body to its end.
     *
     * @throws dev.fovea.contract.error.FoveaException where an image is refused, a limit is passed or the store fails
     */
    ScannedBody scan(InputStream body) throws IOException {
        MessageDigest digest = ImageHash.sha256();
        byte[] chunk = new byte[CHUNK_BYTES];
        long total = 0;
        for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
            total += read;
            if (total > limits.bodyBytes()) {
                throw tooLarge("the body is larger than " + limits.bodyBytes() + " bytes", "body_bytes");
            }
            digest.update(chunk, 0, read);
            scanChunk(chunk, read);
        }
        if (state != State.STRUCTURE) {
            throw new RequestException(
                    ErrorCode.INVALID_JSON, "the body ends inside a string", "send the whole JSON document");
        }
        return new ScannedBody(
                ByteBuffer.wrap(rest.toByteArray()), HexFormat.of().formatHex(digest.digest()), stored);
    }

    private void scanChunk(byte[] chunk, int length) {
        int at = 0;
        while (at < length) {
            at = switch (state) {
                case STRUCTURE -> structure(chunk, at, length);
                case KEY, TEXT, IMAGE -> string(chunk, at, length);
            };
            if (rest.size() > limits.textBytes()) {
                throw tooLarge(
                        "the body without its images is larger than " + limits.textBytes() + " bytes", "text_bytes");
            }
        }
    }

    /** Copies everything up to the next string. */
    private int structure(byte[] chunk, int from, int length) {
        for (int at = from; at < length; at++) {
            switch (chunk[at]) {
                case '{' -> place.open(true);
                case '[' -> place.open(false);
                case '}', ']' -> place.close();
                case ',' -> place.comma();
                case '"' -> {
                    rest.write(chunk, from, at + 1 - from);
                    beginString();
                    return at + 1;
                }
                default -> {
                    // numbers, literals, colons and blanks need no look
                }
            }
        }
        rest.write(chunk, from, length - from);
        return length;
    }

    private void beginString() {
        if (place.expectsKey()) {
            state = State.KEY;
            key.reset();
        } else if (place.isImageUrl()) {
            state = State.IMAGE;
            beginImage();
        } else if (place.isBareImageUrl()) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    place.part() + ".image_url is a string",
                    "send {\"type\": \"image_url\", \"image_url\": {\"url\": …}}");
        } else {
            state = State.TEXT;
        }
    }

    private void beginImage() {
        if (++images > limits.images()) {
            throw tooLarge("the request holds more than " + limits.images() + " images", "images");
        }
        upload = new ImageUpload(store);
    }

    /** Handles string bytes up to an escape, the closing quote or the chunk's end. */
    private int string(byte[] chunk, int from, int length) {
        if (escape.isOpen()) {
            escape.take(chunk[from]);
            if (!escape.isOpen()) {
                byte[] resolved = escape.resolved();
                take(escape.raw(), resolved, 0, resolved.length);
            }
            return from + 1;
        }
        int at = from;
        while (at < length && chunk[at] != '"' && chunk[at] != '\\') {
            at++;
        }
        if (at > from) {
            take(null, chunk, from, at - from);
        }
        if (at == length) {
            return length;
        }
        if (chunk[at] == '\\') {
            escape.open();
        } else {
            endString();
        }
        return at + 1;
    }

    /** String content: {@code raw} is its spelling where that differs from the bytes it means. */
    private void take(byte @Nullable [] raw, byte[] bytes, int offset, int length) {
        if (state == State.IMAGE) {
            ImageUpload image = openUpload();
            JsonFields.at(place.part(), () -> {
                image.write(bytes, offset, length);
                return image;
            });
            return;
        }
        if (state == State.KEY && key.size() <= LONGEST_KEY) {
            key.write(bytes, offset, Math.min(length, LONGEST_KEY + 1));
        }
        if (raw == null) {
            rest.write(bytes, offset, length);
        } else {
            rest.write(raw, 0, raw.length);
        }
    }

    private void endString() {
        switch (state) {
            case KEY -> place.key(key.toString(StandardCharsets.UTF_8));
            case IMAGE -> endImage();
            case TEXT, STRUCTURE -> {
                // nothing to remember
            }
        }
        rest.write('"');
        state = State.STRUCTURE;
    }

    private void endImage() {
        ImageUpload whole = openUpload();
        UploadedImage image = JsonFields.at(place.part(), whole::finish);
        closeUpload();
        if (image.stored() != null) {
            stored.put(image.uri(), image.stored());
        }
        byte[] uri = JsonEscape.quote(image.uri());
        rest.write(uri, 0, uri.length);
    }

    private ImageUpload openUpload() {
        if (upload == null) {
            throw new AssertionError("no image is open");
        }
        return upload;
    }

    private void closeUpload() {
        if (upload != null) {
            upload.close();
            upload = null;
        }
    }

    /** Gives up an image that was not finished. */
    @Override
    public void close() {
        closeUpload();
    }

    private static RequestException tooLarge(String what, String setting) {
        return new RequestException(
                ErrorCode.BODY_TOO_LARGE, what, "send less, or raise the gateway's setting " + setting);
    }
}
