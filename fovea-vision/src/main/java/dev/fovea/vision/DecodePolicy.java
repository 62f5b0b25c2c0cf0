package dev.fovea.vision;

/** Which RGB picture an encoded image means: loaders differ over rotation and transparency. */
public enum DecodePolicy {
    /** Pillow's bare {@code convert("RGB")} pixels: no rotation, hidden colours kept. The default. */
    PLAIN("plain"),
    /** Rotated as the EXIF orientation says, then like {@link #PLAIN}. */
    EXIF("exif"),
    /** Transparency composited on white, no rotation. */
    WHITE("white"),
    /** {@code convert_to_rgb} of transformers 5.19: alpha dropped, the same pixels as {@link #PLAIN}. */
    TRANSFORMERS_5_19("transformers-5.19"),
    /** {@code convert_to_rgb} of transformers 5.24 on the opened picture: every kind of transparency on white. */
    TRANSFORMERS_5_24("transformers-5.24"),
    /** vLLM's own loader: rotated, alpha on white, a colour key of an RGB picture left alone. */
    VLLM("vllm");

    private final String id;

    DecodePolicy(String id) {
        this.id = id;
    }

    /** The name in settings and, behind the reference decoder's, in processor fingerprints. */
    public String id() {
        return id;
    }

    /** Names reference decoder and policy in processor fingerprints: every proven build gives the same bytes. */
    public String identity() {
        return "pillow-13/" + id;
    }
}
