package dev.fovea.gateway;

/**
 * How much one request may hold.
 *
 * @param bodyBytes the whole body, images included; default 1 GiB
 * @param textBytes what is left of it once the images are cut out; default 32 MiB
 * @param images images of one request; default 1,024
 */
public record BodyLimits(long bodyBytes, int textBytes, int images) {

    public static final BodyLimits DEFAULTS = new BodyLimits(1L << 30, 32 << 20, 1024);
}
