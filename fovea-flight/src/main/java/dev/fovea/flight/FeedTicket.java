package dev.fovea.flight;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which batches a client wants: {@code {"step": 7, "rank": 0}}. */
record FeedTicket(long step, int rank) {

    private static final int MAX_BYTES = 1 << 10;
    private static final String REMEDY = "send {\"step\": N, \"rank\": R} as JSON";

    /**
     * Reads a ticket.
     *
     * @throws RequestException {@code invalid_request}, {@code invalid_json}
     */
    static FeedTicket parse(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw refused("has " + bytes.length + " bytes");
        }
        JsonNode json;
        try {
            json = JsonMapper.shared().readTree(bytes);
        } catch (JacksonException e) {
            throw new RequestException(ErrorCode.INVALID_JSON, "a ticket is no JSON", REMEDY, e);
        }
        if (!json.isObject() || json.size() != 2) {
            throw refused("is no object of step and rank");
        }
        return new FeedTicket(number(json, "step", Long.MAX_VALUE), (int) number(json, "rank", Integer.MAX_VALUE));
    }

    private static long number(JsonNode json, String name, long most) {
        JsonNode value = json.path(name);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 0
                || value.longValue() > most) {
            throw refused("has no number " + name);
        }
        return value.longValue();
    }

    private static RequestException refused(String what) {
        return new RequestException(ErrorCode.INVALID_REQUEST, "a ticket " + what, REMEDY);
    }

    byte[] bytes() {
        return ("{\"step\":" + step + ",\"rank\":" + rank + "}").getBytes(StandardCharsets.UTF_8);
    }
}
