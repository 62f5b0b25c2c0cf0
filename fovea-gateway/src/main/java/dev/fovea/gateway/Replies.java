package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers of the gateway: JSON, and errors in the form that OpenAI clients understand. */
final class Replies {

    private static final System.Logger LOG = System.getLogger(Gateway.class.getName());

    private final JsonMapper json;

    Replies(JsonMapper json) {
        this.json = json;
    }

    void ok(ServerResponse response, byte[] body) {
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(body);
    }

    void ok(ServerResponse response, ObjectNode body) {
        ok(response, json.writeValueAsBytes(body));
    }

    void refuse(ServerResponse response, FoveaException error) {
        if (error.code().httpStatus() >= 500) {
            LOG.log(System.Logger.Level.WARNING, "{0}: {1}", error.code().wire(), error.what());
        }
        send(response, error.code(), error.what() + "; " + error.remedy());
    }

    /** What nobody foresaw: its details go to the log, never to the client. */
    void fail(ServerResponse response, Throwable error) {
        LOG.log(System.Logger.Level.ERROR, "a request failed unexpectedly", error);
        send(response, ErrorCode.INTERNAL_ERROR, "the gateway failed on this request; see its log");
    }

    private void send(ServerResponse response, ErrorCode code, String message) {
        response.status(Status.create(code.httpStatus())).header(retry(code));
        ok(response, error(code, message));
    }

    /** What client libraries ask before they try again by themselves. */
    static Header retry(ErrorCode code) {
        return HeaderValues.create("x-should-retry", String.valueOf(code.retryable()));
    }

    byte[] error(ErrorCode code, String message) {
        ObjectNode body = json.createObjectNode();
        body.putObject("error")
                .put("message", message)
                .put("type", code.httpStatus() < 500 ? "invalid_request_error" : "server_error")
                .put("code", code.wire())
                .putNull("param");
        return json.writeValueAsBytes(body);
    }
}
