package dev.fovea.client;

import java.net.URI;

/**
 * An open rollout.
 *
 * @param baseUrl where the agent's program sends its requests, without {@code /v1}
 * @param secret the program's API key; it opens this rollout and nothing else
 */
public record OpenedRollout(String id, URI baseUrl, String secret) {

    /** Without the secret, so that no log ever holds it. */
    @Override
    public String toString() {
        return "rollout " + id + " at " + baseUrl;
    }
}
