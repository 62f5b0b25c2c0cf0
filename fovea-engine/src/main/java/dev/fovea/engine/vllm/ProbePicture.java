package dev.fovea.engine.vllm;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;

/** Small pictures of odd sizes that tell one way of opening and processing pictures from another. */
enum ProbePicture {
    /** Smooth, 331 x 213: resizing kernels round it differently. */
    GRADIENT("probe-gradient.png", "image/png"),
    /** Noise, 97 x 61: every value counts, and it has to grow. */
    NOISE("probe-noise.png", "image/png"),
    /** Half transparent over hidden colours. */
    TRANSPARENT("probe-alpha.png", "image/png"),
    /** A photograph turned by its EXIF orientation. */
    TURNED("probe-rotated.jpg", "image/jpeg");

    private final String resource;
    private final String mediaType;

    ProbePicture(String resource, String mediaType) {
        this.resource = resource;
        this.mediaType = mediaType;
    }

    byte[] bytes() {
        try (InputStream in = ProbePicture.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the build lacks the resource " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the resource " + resource + " cannot be read", e);
        }
    }

    /** These pictures are the only ones that ever become text, and the handshake is the only place. */
    String dataUrl() {
        return "data:" + mediaType + ";base64," + Base64.getEncoder().encodeToString(bytes());
    }
}
