package dev.fovea.engine.vllm;

/** Routes and names of the server's token protocol. */
final class VllmRoutes {

    static final String GENERATE = "/inference/v1/generate";
    static final String ABORT = "/inference/v1/abort_requests";
    static final String RENDER = "/v1/chat/completions/render";
    static final String MODELS = "/v1/models";
    static final String VERSION = "/version";
    static final String IS_PAUSED = "/is_paused";
    static final String WEIGHT_CHECKER = "/weight_checker";
    static final String WEIGHT_INFO = "/weight_info";

    /** The server puts it before the ids of such requests; an abort must name the whole. */
    private static final String REQUEST_ID_PREFIX = "generate-tokens-";

    private VllmRoutes() {}

    static String abortBody(String requestId) {
        return "{\"request_ids\":[\"" + REQUEST_ID_PREFIX + requestId + "\"]}";
    }
}
