package dev.fovea.engine.vllm;

/** What becomes of requests that run while new weights are loaded. */
public enum InFlight {
    /** They end first: one completion, one version. Loading waits for the longest of them. */
    WAIT("wait"),
    /** They are held and go on with the new weights: no waiting, and completions of several versions. */
    KEEP("keep");

    private final String id;

    InFlight(String id) {
        this.id = id;
    }

    /** The name in settings, which is the server's own. */
    public String id() {
        return id;
    }
}
