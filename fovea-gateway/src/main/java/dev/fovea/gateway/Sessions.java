package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceHeader;
import dev.fovea.trace.TraceLog;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All open rollouts. A closed one is forgotten: its record is on disk. */
final class Sessions {

    private static final int SECRET_BYTES = 16;

    private final SecureRandom random = new SecureRandom();
    private final TraceLog log;
    private final Map<String, Session> bySecret = new ConcurrentHashMap<>();
    private final Map<String, Session> byId = new ConcurrentHashMap<>();

    Sessions(TraceLog log) {
        this.log = log;
    }

    Session open(RolloutRequest order) {
        // pinned here: what a sample is trained with must be what every turn was sampled with
        RequestedSampling sampling = order.sampling().withTemperature();
        TraceHeader header = new TraceHeader(
                HexFormat.of().formatHex(randomBytes()),
                order.task(),
                order.group(),
                order.environment(),
                order.model(),
                sampling.temperature().orElseThrow());
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes());
        Session session = new Session(secret, Trace.open(header, log), sampling);
        byId.put(header.id(), session);
        bySecret.put(secret, session);
        return session;
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    Session bySecret(Optional<String> secret) {
        return secret.map(bySecret::get)
                .orElseThrow(() -> new RequestException(
                        ErrorCode.UNAUTHORIZED,
                        "no open rollout has this key",
                        "send the rollout's secret as Authorization: Bearer …; a closed rollout has none any more"));
    }

    Session byId(String id) {
        Session session = byId.get(id);
        if (session == null) {
            throw new RequestException(
                    ErrorCode.NOT_FOUND, "no open rollout has this id", "see the records of the run for closed ones");
        }
        return session;
    }

    /** Closes a rollout; its secret opens nothing from now on. */
    void close(Session session) {
        bySecret.remove(session.secret());
        session.trace().close();
        byId.remove(session.trace().header().id());
    }

    int size() {
        return byId.size();
    }
}
