package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Cuts a stream of server-sent events after each empty line. One thread. */
final class EventReader {

    private static final int LONGEST_EVENT = 64 << 20;

    private final InputStream in;

    EventReader(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** The next event with its empty line; empty where the stream ends. */
    byte[] next() {
        try {
            return read();
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    "the engine broke off its stream of events",
                    "the turn may be tried again",
                    e);
        }
    }

    private byte[] read() throws IOException {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        int before = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (event.size() == LONGEST_EVENT) {
                throw new EngineException(
                        ErrorCode.MALFORMED_ENGINE_ANSWER,
                        "the engine sent an event of more than " + (LONGEST_EVENT >> 20) + " MiB",
                        "check that a vLLM answers at this address");
            }
            event.write(next);
            if (next == '\n' && before == '\n') {
                return event.toByteArray();
            }
            before = next == '\r' ? before : next;
        }
        return event.toByteArray();
    }

    /** The payload of an event of one line. */
    static String data(byte[] event) {
        String text = new String(event, StandardCharsets.UTF_8).strip();
        return text.startsWith("data:") ? text.substring("data:".length()).strip() : "null";
    }
}
