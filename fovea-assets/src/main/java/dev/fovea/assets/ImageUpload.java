package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One image URL on its way in, fed in chunks of any size: a data URL is decoded, hashed and stored while it streams by, a
 * {@code file://} URI passes untouched, everything else is refused as soon as it is known. No part of a payload is ever a string.
 *
 * <p>Feed the URL's UTF-8 bytes with JSON escapes resolved, call {@link #finish()} at its end, and close in any case: closing an
 * unfinished upload leaves nothing behind. One thread.
 */
public final class ImageUpload implements ByteSink, AutoCloseable {

    private final ImageStore store;
    private byte[] head = new byte[ImageUrl.MAX_HEADER_BYTES];
    private int headBytes;
    private @Nullable ImageIngest ingest;
    private @Nullable Base64Decoder payload;

    public ImageUpload(ImageStore store) {
        this.store = store;
    }

    /**
     * Takes the next bytes of the URL.
     *
     * @throws RequestException {@code unsupported_image_source}, {@code unsupported_modality}, {@code invalid_base64} or
     *     {@code image_too_large}
     * @throws dev.fovea.contract.error.StorageException where the bytes cannot be kept
     */
    @Override
    public void write(byte[] bytes, int offset, int length) {
        int taken = 0;
        while (taken < length) {
            if (payload != null) {
                payload.write(bytes, offset + taken, length - taken);
                return;
            }
            taken += fillHead(bytes, offset + taken, length - taken);
            readHead();
        }
    }

    /** Ends the URL: the image is now a durable file. Throws like {@link #write}. */
    public UploadedImage finish() {
        if (payload != null && ingest != null) {
            payload.finish();
            StoredImage stored = ingest.commit();
            return new UploadedImage(stored.uri(), stored);
        }
        String url = headText(StandardCharsets.UTF_8);
        if (url.startsWith(ImageUrl.FILE_PREFIX)) {
            return new UploadedImage(url, null);
        }
        throw ImageUrl.refused(url);
    }

    @Override
    public void close() {
        if (ingest != null) {
            ingest.close();
        }
    }

    private int fillHead(byte[] bytes, int offset, int length) {
        int room = Math.min(head.length - headBytes, length);
        System.arraycopy(bytes, offset, head, headBytes, room);
        headBytes += room;
        return room;
    }

    private void readHead() {
        String url = headText(StandardCharsets.ISO_8859_1);
        OptionalInt payloadStart = ImageUrl.payloadStart(url);
        if (payloadStart.isPresent()) {
            ingest = store.begin(ImageUrl.mediaType(url));
            payload = new Base64Decoder(ingest);
            payload.write(head, payloadStart.getAsInt(), headBytes - payloadStart.getAsInt());
        } else if (headBytes == head.length) {
            growHead(url);
        }
    }

    private void growHead(String url) {
        if (!url.startsWith(ImageUrl.FILE_PREFIX)) {
            throw ImageUrl.refused(url);
        }
        if (headBytes >= ImageUrl.MAX_FILE_URI_BYTES) {
            throw new RequestException(
                    ErrorCode.INVALID_FILE_URI,
                    "a file URI of more than " + ImageUrl.MAX_FILE_URI_BYTES + " bytes",
                    "no path is as long; send file:// and an absolute path");
        }
        head = Arrays.copyOf(head, Math.min(2 * head.length, ImageUrl.MAX_FILE_URI_BYTES));
    }

    private String headText(Charset charset) {
        return new String(head, 0, headBytes, charset);
    }
}
