package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What an answer other than 200 means, and what to do about it. */
final class VllmRefusal {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Long enough for the server's sentence, too short for anything that a request held. */
    private static final int SHOWN_CHARACTERS = 300;

    private static final List<String> TOO_LONG = List.of(
            "longer than the maximum model length",
            "longer than the model's context length",
            "maximum context length",
            "context length");

    private VllmRefusal() {}

    static FoveaException of(VllmAddress address, String path, int status, byte[] body) {
        String said = message(body);
        String what = "engine %s answered %s with %d: %s".formatted(address, path, status, said);
        String folded = said.toLowerCase(Locale.ROOT);
        if (status == 401) {
            return setup(what, "give the engine's API key");
        }
        if (status == 403 && folded.contains("scale-out")) {
            return setup(what, "start vLLM with --enable-scale-out");
        }
        if (status == 404 && folded.contains("model")) {
            return setup(what, "name the model as the server does (--served-model-name)");
        }
        if (status == 404 || status == 403 || status == 405) {
            return setup(what, "use a vLLM of 0.28 or later, started with --enable-scale-out");
        }
        if (status < 500 && TOO_LONG.stream().anyMatch(folded::contains)) {
            return new RequestException(ErrorCode.PROMPT_TOO_LONG, what, "shorten the conversation");
        }
        return new EngineException(ErrorCode.ENGINE_FAILED, what, "look at the engine's log");
    }

    private static SetupException setup(String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CONFIGURATION, what, remedy);
    }

    private static String message(byte[] body) {
        String text;
        try {
            var json = JSON.readTree(body);
            text = json.at("/error/message").asString(json.path("detail").asString(""));
        } catch (JacksonException e) {
            text = new String(body, 0, Math.min(body.length, SHOWN_CHARACTERS), StandardCharsets.UTF_8);
        }
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
