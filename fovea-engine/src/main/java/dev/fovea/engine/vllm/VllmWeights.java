package dev.fovea.engine.vllm;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;

/**
 * Puts new weights into a running server, in the order that was measured: pause, reload by path, name the version, drop the prefix
 * cache, read the version back, resume. The routes exist with {@code VLLM_SERVER_DEV_MODE=1} only and must never be reachable from
 * outside. Thread safe.
 */
final class VllmWeights {

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final VllmHttp http;
    private final InFlight inFlight;
    private volatile State state = new State(new WeightVersion(0), Knowledge.AS_STARTED);

    /** How it is known which weights answer. */
    private enum Knowledge {
        /** Nothing was loaded from here; whatever the server started with is the first version. */
        AS_STARTED,
        /** The server took the version and names it. */
        LOADED,
        /** A load stopped half-way, or the server names other weights. */
        LOST
    }

    /**
     * What is known of the weights.
     *
     * @param version loaded last
     */
    private record State(WeightVersion version, Knowledge knowledge) {}

    VllmWeights(VllmHttp http, InFlight inFlight) {
        this.http = http;
        this.inFlight = inFlight;
    }

    WeightVersion version() {
        return state.version();
    }

    boolean known() {
        return state.knowledge() != Knowledge.LOST;
    }

    /** What names mean in an answer to a request that begins now. */
    WeightNames names() {
        State asked = state;
        return name -> version(name, asked);
    }

    private WeightVersion version(String name, State asked) {
        Optional<WeightVersion> step = WeightNames.step(name);
        if (step.isPresent()) {
            return step.get();
        }
        if (name.isEmpty() || asked.knowledge() == Knowledge.AS_STARTED) {
            return asked.version();
        }
        lost();
        throw new EngineException(
                ErrorCode.ENGINE_UNAVAILABLE,
                "the engine answers with weights that it calls " + name + ", where "
                        + asked.version().label() + " was loaded: it was restarted, or someone else loads weights",
                "load weights again; until that succeeds nothing is sampled");
    }

    private void lost() {
        state = new State(state.version(), Knowledge.LOST);
    }

    /** Refuses where it is not known which weights would answer. */
    void requireKnown() {
        if (!known()) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    "the engine's weights are not those of " + state.version().label() + ", or only some of them are",
                    "load weights again; until that succeeds nothing is sampled");
        }
    }

    /**
     * Loads a checkpoint folder.
     *
     * @throws FoveaException where any step fails; the server then stays paused and nothing is asked of it until a later load
     *     succeeds, so that nothing is sampled from half-loaded weights
     */
    synchronized void load(Path checkpoint, WeightVersion next) throws InterruptedException {
        step("/pause?mode=" + inFlight.id(), "");
        lost();
        step(
                "/collective_rpc",
                "{\"method\":\"reload_weights\",\"kwargs\":{\"weights_path\":\"" + quoted(checkpoint) + "\"}}");
        step("/update_weight_version", "{\"new_version\":\"" + next.label() + "\"}");
        step("/reset_prefix_cache", "");
        requireNamed(next);
        step("/resume", "");
        state = new State(next, Knowledge.LOADED);
    }

    private void requireNamed(WeightVersion next) throws InterruptedException {
        JsonNode told = asked(VllmRoutes.WEIGHT_INFO, () -> http.get(VllmRoutes.WEIGHT_INFO, TIMEOUT));
        String name = told.path("weight_version").asString("");
        if (!name.equals(next.label())) {
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED,
                    "new weights are named " + next.label() + ", but the engine says " + name,
                    "let nobody else load weights into this server");
        }
    }

    private static String quoted(Path path) {
        return new String(JsonStringEncoder.getInstance()
                .quoteAsCharArray(path.toAbsolutePath().toString()));
    }

    private void step(String route, String body) throws InterruptedException {
        asked(route, () -> http.post(route, body, TIMEOUT));
    }

    /** Every step may be repeated, and a server that failed at one breaks its connection off without a word (measured). */
    private static JsonNode askedAgain(Question question) throws InterruptedException {
        try {
            return question.ask();
        } catch (EngineException e) {
            if (e.getCause() instanceof IOException && !(e.getCause() instanceof HttpTimeoutException)) {
                return question.ask();
            }
            throw e;
        }
    }

    /** One question of the order. */
    @FunctionalInterface
    private interface Question {
        JsonNode ask() throws InterruptedException;
    }

    private static JsonNode asked(String route, Question question) throws InterruptedException {
        try {
            return askedAgain(question);
        } catch (FoveaException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED,
                    "new weights stopped at " + route + ": " + e.what(),
                    "start vLLM with VLLM_SERVER_DEV_MODE=1 and make the checkpoint readable for it, then load again",
                    e);
        }
    }
}
