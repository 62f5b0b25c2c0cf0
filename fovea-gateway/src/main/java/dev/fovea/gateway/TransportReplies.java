package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;

/** What the server refuses by itself, before a route sees the request: the same JSON, so that clients need not know the difference. */
final class TransportReplies implements DirectHandler {

    private final Replies replies;

    private TransportReplies(Replies replies) {
        this.replies = replies;
    }

    /** The same answer to everything that can go wrong with a transfer. */
    static DirectHandlers all(Replies replies) {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (EventType event : EventType.values()) {
            handlers.addHandler(event, new TransportReplies(replies));
        }
        return handlers.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType event, Status status, ServerResponseHeaders headers, String message) {
        ErrorCode code = code(status);
        return TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .header(Replies.retry(code))
                .keepAlive(event.keepAlive())
                .entity(replies.error(code, words(code, status)))
                .build();
    }

    private static ErrorCode code(Status status) {
        if (status.code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()) {
            return ErrorCode.BODY_TOO_LARGE;
        }
        return status.code() < 500 ? ErrorCode.INVALID_REQUEST : ErrorCode.INTERNAL_ERROR;
    }

    private static String words(ErrorCode code, Status status) {
        return code == ErrorCode.BODY_TOO_LARGE
                ? "the body holds more bytes than this gateway takes; send less, or raise the gateway's setting body_bytes"
                : "the request is refused (" + status.reasonPhrase() + "); send plain HTTP/1.1 as the API page says";
    }
}
