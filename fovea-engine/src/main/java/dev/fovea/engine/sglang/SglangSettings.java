package dev.fovea.engine.sglang;

import java.time.Duration;

/**
 * How a server is used.
 *
 * @param timeout how long one completion may take, default 10 minutes
 * @param images how pictures reach the server, default by path
 */
public record SglangSettings(Duration timeout, Images images) {

    /** The defaults. */
    public static final SglangSettings DEFAULTS = new SglangSettings(Duration.ofMinutes(10), Images.PATH);

    /** How pictures reach the server. */
    public enum Images {
        /** The server reads the run directory. */
        PATH,
        /** The file's own bytes as a data URL, for a server that does not. */
        DATA_URL
    }
}
