package dev.fovea.gateway;

import dev.fovea.assets.ImageStore;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.gateway.Session.Attempt;
import dev.fovea.gateway.Session.Claim;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletionException;
import tools.jackson.databind.json.JsonMapper;

/** What an agent's program talks to: chat completions, and demonstrations in the same form. */
final class ModelRoutes implements HttpService {

    /** Set by client libraries of the field on each attempt. */
    private static final HeaderName RETRY_COUNT = HeaderNames.create("x-stainless-retry-count");

    private final Sessions sessions;
    private final ImageStore store;
    private final BodyLimits limits;
    private final ChatRequestReader reader;
    private final TurnRunner turns;
    private final Replies replies;
    private final JsonMapper json;

    ModelRoutes(
            Sessions sessions,
            ImageStore store,
            BodyLimits limits,
            ChatRequestReader reader,
            TurnRunner turns,
            Replies replies,
            JsonMapper json) {
        this.sessions = sessions;
        this.store = store;
        this.limits = limits;
        this.reader = reader;
        this.turns = turns;
        this.replies = replies;
        this.json = json;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/v1/chat/completions", this::complete).post("/v1/demonstrations", this::demonstrate);
    }

    private void complete(ServerRequest request, ServerResponse response) throws InterruptedException {
        Session session = sessions.bySecret(Credentials.bearer(request));
        ChatRequest chat = read(request);
        byte[] answer = switch (session.claim(chat.digest(), isRetry(request))) {
            case Claim.Fresh(Attempt attempt) -> work(session, attempt, chat);
            case Claim.Joined(Attempt attempt) -> join(attempt);
        };
        replies.ok(response, answer);
    }

    private byte[] work(Session session, Attempt attempt, ChatRequest chat) throws InterruptedException {
        try {
            byte[] answer = turns.run(session, chat).toJson(json);
            attempt.answer().complete(answer);
            return answer;
        } finally {
            // does nothing where the turn was answered: whoever waits for a failed one must not wait for ever
            attempt.answer()
                    .completeExceptionally(new EngineException(
                            ErrorCode.ENGINE_FAILED, "the attempt that this retry joined failed", "try again"));
            session.end(attempt);
        }
    }

    private static byte[] join(Attempt attempt) {
        try {
            return attempt.answer().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof FoveaException known) {
                throw known;
            }
            throw e;
        }
    }

    private static boolean isRetry(ServerRequest request) {
        return request.headers()
                .first(RETRY_COUNT)
                .filter(count -> !count.isBlank() && !count.strip().equals("0"))
                .isPresent();
    }

    private void demonstrate(ServerRequest request, ServerResponse response) {
        Session session = sessions.bySecret(Credentials.bearer(request));
        int trained = turns.demonstrate(session, read(request).conversation());
        replies.ok(response, json.createObjectNode().put("trained_tokens", trained));
    }

    private ChatRequest read(ServerRequest request) {
        try (InputStream body = new RequestBody(request);
                ChatBodyScanner scanner = new ChatBodyScanner(store, limits)) {
            return reader.read(scanner.scan(body));
        } catch (IOException e) {
            throw JsonFields.invalid("the body could not be read to its end", "send it again");
        }
    }
}
