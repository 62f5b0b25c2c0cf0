package dev.fovea.engine.vllm;

/** How the images of a request reach the server; one request uses one mode. */
public enum ImageMode {
    /** Paths that the server opens by itself: no pixel and no base64 on the wire, for pictures that every loader reads alike. */
    CONTENT_PARTS("content_parts"),
    /** Our own pixels, in the form that the server was found to want. */
    FEATURES("features");

    private final String id;

    ImageMode(String id) {
        this.id = id;
    }

    /** The name in settings, which is the request's member. */
    public String id() {
        return id;
    }
}
