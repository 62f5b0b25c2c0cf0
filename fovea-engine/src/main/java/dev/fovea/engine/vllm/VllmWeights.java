package dev.fovea.engine.vllm;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;

/**
 * Puts new weights into a running server, in the order that was measured: pause, reload by path, name the version, drop the prefix
 * cache, read the version back, compare checksums, resume. The routes exist with {@code VLLM_SERVER_DEV_MODE=1} only and must never be reachable from
 * outside. Thread safe.
 */
final class VllmWeights {

    private static final System.Logger LOG = System.getLogger(VllmEngine.class.getName());
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final String LOAD_AGAIN = "load weights again; until that succeeds nothing is sampled";

    private final VllmHttp http;
    private final InFlight inFlight;
    private final long checksumBytes;
    private final WeightChecksums checksums = new WeightChecksums();
    private volatile boolean doubted;

    /** The name of weights that are being loaded; empty otherwise. */
    private volatile String coming = "";

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

    /**
     * The weights of a server.
     *
     * @param checksumBytes largest checkpoint that is hashed
     */
    VllmWeights(VllmHttp http, InFlight inFlight, long checksumBytes) {
        this.http = http;
        this.inFlight = inFlight;
        this.checksumBytes = checksumBytes;
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
        throw otherWeights(name, asked.version());
    }

    private void lost() {
        state = new State(state.version(), Knowledge.LOST);
    }

    /** Whoever answers next may be a server that was restarted, with the weights that it began with. */
    void doubt() {
        doubted = true;
    }

    /** Refuses where it is not known which weights would answer; asks the server where there is a doubt. */
    void prove() throws InterruptedException {
        State asked = state;
        if (asked.knowledge() == Knowledge.LOADED && doubted) {
            requireStill(asked.version());
            doubted = false;
        }
        if (!known()) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    "the engine's weights are not those of " + state.version().label() + ", or only some of them are",
                    LOAD_AGAIN);
        }
    }

    /**
     * The server still has weights that were loaded from here; whatever it said before this question was sampled with them.
     *
     * @param version that an answer was taken to be of
     * @throws EngineException where it has not, which is also noted
     */
    void requireStill(WeightVersion version) throws InterruptedException {
        if (state.knowledge() == Knowledge.AS_STARTED) {
            return;
        }
        String name =
                http.get(VllmRoutes.WEIGHT_INFO, SHORT).path("weight_version").asString("");
        // a load may have begun or ended since the answer
        if (!List.of(version.label(), state.version().label(), coming).contains(name) || name.isEmpty()) {
            lost();
            throw otherWeights(name, version);
        }
    }

    private static EngineException otherWeights(String name, WeightVersion loaded) {
        return new EngineException(
                ErrorCode.ENGINE_UNAVAILABLE,
                "the engine has weights that it calls " + name + ", where " + loaded.label()
                        + " was loaded: it was restarted, or someone else loads weights",
                LOAD_AGAIN);
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
        coming = next.label();
        if (doubted) {
            checksums.forget();
        }
        step(
                "/collective_rpc",
                "{\"method\":\"reload_weights\",\"kwargs\":{\"weights_path\":\"" + quoted(checkpoint) + "\"}}");
        step("/update_weight_version", "{\"new_version\":\"" + next.label() + "\"}");
        step("/reset_prefix_cache", "");
        requireNamed(next);
        requireEqual(checkpoint, next);
        step("/resume", "");
        doubted = false;
        state = new State(next, Knowledge.LOADED);
        coming = "";
    }

    /** Where the server hashes its tensors, those that can be compared are the checkpoint's. */
    private void requireEqual(Path checkpoint, WeightVersion next) throws InterruptedException {
        try {
            long bytes = Files.isDirectory(checkpoint) ? StoredTensors.bytes(checkpoint) : 0;
            if (bytes == 0 || bytes > checksumBytes) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "weights {0}: checksums of {1} bytes are not compared",
                        next.label(),
                        bytes);
                return;
            }
            Optional<Map<String, String>> told = told();
            if (told.isEmpty()) {
                LOG.log(System.Logger.Level.INFO, "weights {0}: the engine offers no checksums", next.label());
                return;
            }
            WeightChecksums.Result result =
                    checksums.compare(told.get(), new CheckpointDigests(StoredTensors.of(checkpoint)));
            LOG.log(System.Logger.Level.INFO, "weights {0}: {1}", next.label(), result);
            if (result.different().isPresent()) {
                throw new EngineException(
                        ErrorCode.ENGINE_FAILED,
                        "after loading " + next.label() + " the engine's tensor "
                                + result.different().get() + " is not the checkpoint's; " + result,
                        "load again; --weight-checksums 0 compares none");
            }
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED,
                    "checkpoint " + checkpoint + " cannot be hashed (" + e.getMessage() + ")",
                    "load a whole checkpoint",
                    e);
        }
    }

    private Optional<Map<String, String>> told() throws InterruptedException {
        JsonNode answer;
        try {
            answer = askedAgain(() -> http.post(VllmRoutes.WEIGHT_CHECKER, "{\"action\":\"checksum\"}", TIMEOUT));
        } catch (SetupException e) {
            return Optional.empty();
        }
        Map<String, String> told = new HashMap<>();
        answer.path("checksums")
                .properties()
                .forEach(tensor -> told.put(tensor.getKey(), tensor.getValue().asString("")));
        return told.isEmpty() ? Optional.empty() : Optional.of(told);
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
