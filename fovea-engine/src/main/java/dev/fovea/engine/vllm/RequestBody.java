package dev.fovea.engine.vllm;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A JSON body in pieces: text as it stands, and patches that become base64 only while they are sent. No image is ever a String, and
 * none is copied. One body, one thread; it can be sent more than once.
 */
final class RequestBody {

    private final StringBuilder text = new StringBuilder();
    private final List<Supplier<InputStream>> pieces = new ArrayList<>();
    private long length;

    /** Adds JSON text. */
    RequestBody json(CharSequence json) {
        text.append(json);
        return this;
    }

    /** Adds the base64 of these bytes, one behind the other, as the inside of a JSON string. */
    RequestBody base64(ByteBuffer... parts) {
        flushText();
        long bytes = Stream.of(parts).mapToLong(ByteBuffer::remaining).sum();
        List<ByteBuffer> kept =
                Stream.of(parts).map(ByteBuffer::asReadOnlyBuffer).toList();
        pieces.add(() -> new Base64Input(kept));
        length += (bytes + 2) / 3 * 4;
        return this;
    }

    /** All bytes that will be sent. */
    long length() {
        flushText();
        return length;
    }

    BodyPublisher publisher() {
        flushText();
        List<Supplier<InputStream>> all = List.copyOf(pieces);
        BodyPublisher stream = BodyPublishers.ofInputStream(() -> new SequenceInputStream(
                Collections.enumeration(all.stream().map(Supplier::get).toList())));
        return BodyPublishers.fromPublisher(stream, length);
    }

    private void flushText() {
        if (text.isEmpty()) {
            return;
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        text.setLength(0);
        pieces.add(() -> new ByteArrayInputStream(bytes));
        length += bytes.length;
    }
}
