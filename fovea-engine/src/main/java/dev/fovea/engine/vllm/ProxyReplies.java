package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import tools.jackson.databind.json.JsonMapper;

/** Answers in the server's own form. */
final class ProxyReplies {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ProxyReplies() {}

    /** The server's answer as it is. */
    static void pass(HttpResponse<InputStream> answer, ServerResponse response) throws IOException {
        try (InputStream in = answer.body()) {
            response.status(Status.create(answer.statusCode()));
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> response.header(HeaderNames.CONTENT_TYPE, type));
            response.send(in.readAllBytes());
        }
    }

    /** Whatever is wrong with a reference has the contract's type. */
    static void refuse(ServerResponse response, FoveaException error) {
        boolean reference = error.code().httpStatus() < 500 && !isRequest(error);
        send(
                response,
                error.code() == ErrorCode.IMAGE_TOO_LARGE ? 400 : error.code().httpStatus(),
                reference ? ErrorCode.INVALID_MM_IMAGE_REF.wire() : error.code().wire(),
                error.what() + "; " + error.remedy() + " [" + error.code().wire() + "]");
    }

    private static boolean isRequest(FoveaException error) {
        return error instanceof RequestException
                && (error.code() == ErrorCode.INVALID_JSON || error.code() == ErrorCode.INVALID_REQUEST);
    }

    static void send(ServerResponse response, int status, String type, String message) {
        var body = JSON.createObjectNode();
        body.putObject("error")
                .put("message", message)
                .put("type", type)
                .putNull("param")
                .put("code", status);
        response.status(Status.create(status))
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .send(JSON.writeValueAsBytes(body));
    }
}
