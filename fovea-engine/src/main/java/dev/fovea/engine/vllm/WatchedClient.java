package dev.fovea.engine.vllm;

import io.helidon.common.socket.HelidonSocket;
import java.io.UncheckedIOException;

/**
 * A client's connection, read from while its request is worked on: nothing comes before the answer, except its end. Helidon 4's own watch
 * takes a client for gone after a tenth of a second, wherever a socket has no read timeout (measured: a third of all requests under
 * load). Thread safe.
 */
final class WatchedClient {

    private final HelidonSocket socket;
    private boolean watched;
    private volatile boolean gone;

    WatchedClient(HelidonSocket socket) {
        this.socket = socket;
    }

    /** Whether it still waits; watches it from the first question on. */
    synchronized boolean isWaiting() {
        if (!watched) {
            watched = true;
            Thread.ofVirtual().name("client of " + socket.childSocketId()).start(this::watch);
        }
        return !gone;
    }

    /** Whether anybody asked. */
    synchronized boolean isWatched() {
        return watched;
    }

    /** Whether the connection was seen to end. */
    boolean isGone() {
        return gone || !socket.isConnected();
    }

    private void watch() {
        try {
            byte[] read = socket.get();
            gone = read == null || read.length == 0;
        } catch (UncheckedIOException e) {
            // reset, or closed by this side after the answer
            gone = true;
        }
    }
}
