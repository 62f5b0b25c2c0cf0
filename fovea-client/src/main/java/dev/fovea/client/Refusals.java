package dev.fovea.client;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Turns a gateway's error body back into the exception that it stands for. */
final class Refusals {

    private Refusals() {}

    static RequestException read(JsonMapper json, String path, int status, byte[] body) {
        JsonNode error = parse(json, body).path("error");
        String code = error.path("code").asString("");
        ErrorCode known = Arrays.stream(ErrorCode.values())
                .filter(candidate -> candidate.wire().equals(code))
                .findFirst()
                .orElse(ErrorCode.INVALID_REQUEST);
        String message = error.path("message").asString("no explanation");
        return new RequestException(known, path + " answered " + status + ": " + message, "see the gateway's log");
    }

    private static JsonNode parse(JsonMapper json, byte[] body) {
        try {
            return json.readTree(body);
        } catch (JacksonException e) {
            return json.createObjectNode();
        }
    }
}
