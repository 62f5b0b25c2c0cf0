package dev.fovea.engine.vllm;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.ImageStore;
import dev.fovea.vision.ImageDecoder;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the server at the other end. A broken connection ends it: the next request shakes hands again, and those beside it
 * wait for the same handshake. Thread safe.
 */
final class Connection {

    /** A handshake's result and what follows from it. */
    record Shaken(VllmDescription description, RequestEncoder encoder) {}

    /** Asks the server. */
    @FunctionalInterface
    interface Handshake {
        VllmDescription run() throws InterruptedException;
    }

    private final Handshake handshake;
    private final Function<VllmDescription, RequestEncoder> encoders;
    private final ReentrantLock shaking = new ReentrantLock();
    private final AtomicReference<@Nullable Shaken> current = new AtomicReference<>();
    private volatile @Nullable Shaken newest;

    Connection(Handshake handshake, Function<VllmDescription, RequestEncoder> encoders) {
        this.handshake = handshake;
        this.encoders = encoders;
    }

    /** A connection that has shaken hands once; throws as the handshake does. */
    static Connection open(
            VllmHttp http,
            ServedModel model,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            VllmSettings settings)
            throws InterruptedException {
        Connection connection = to(http, model, reader, decoder, store, settings);
        connection.shaken();
        return connection;
    }

    /** A connection that shakes hands when it is first needed. */
    static Connection to(
            VllmHttp http,
            ServedModel model,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            VllmSettings settings) {
        return new Connection(
                () -> new VllmHandshake(http, model, decoder, store, settings).run(),
                found -> new RequestEncoder(model, found, reader, decoder, settings));
    }

    /** What holds now, after a handshake where nothing holds. */
    Shaken shaken() throws InterruptedException {
        Shaken known = current.get();
        if (known != null) {
            return known;
        }
        shaking.lockInterruptibly();
        try {
            known = current.get();
            if (known == null) {
                VllmDescription found = handshake.run();
                Shaken before = newest;
                // the pixels of an unchanged server stay cached
                known = before != null && before.description().equals(found)
                        ? before
                        : new Shaken(found, encoders.apply(found));
                newest = known;
                current.set(known);
            }
            return known;
        } finally {
            shaking.unlock();
        }
    }

    /** What was found out last, also while the connection is broken. */
    Shaken newest() {
        Shaken known = newest;
        if (known == null) {
            throw new IllegalStateException("no handshake yet");
        }
        return known;
    }

    /** Nothing of it holds any more. */
    void forget(Shaken stale) {
        current.compareAndSet(stale, null);
    }
}
