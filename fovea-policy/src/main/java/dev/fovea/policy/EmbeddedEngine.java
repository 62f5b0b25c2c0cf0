package dev.fovea.policy;

import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.vision.PixelSource;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Samples from a Qwen3-VL in this process. One thread owns PyTorch; any number of callers hand it requests, and it runs all of them
 * together: continuous batching over a key/value cache that outlives a turn. What is cached never changes an answer beyond the last
 * bits of a float.
 */
public final class EmbeddedEngine implements Engine {

    private final Qwen3VlConfig config;
    private final String model;
    private final int contextTokens;
    private final TurnReader reader;
    private final Mailbox mailbox = new Mailbox();
    private final EngineLoop loop;
    private final Thread thread;

    /**
     * Loads a checkpoint and starts the engine's thread.
     *
     * @param version which weights these are
     * @param pixels called on the callers' threads; must give {@link dev.fovea.vision.PixelForm#FLOAT32}
     * @param positions of the Qwen3-VL family
     * @throws SetupException where the folder is no checkpoint of a dense Qwen3-VL, its weights do not fit into the memory, or a
     *     bound does not hold one sequence
     */
    public EmbeddedEngine(
            Path checkpoint,
            WeightVersion version,
            PixelSource pixels,
            PositionScheme positions,
            EmbeddedSettings settings) {
        CheckpointFolder folder = CheckpointFolder.open(checkpoint);
        this.config = folder.config();
        this.model = settings.model();
        this.contextTokens = contextTokens(settings);
        requireRoomForOne(settings);
        LibTorch.load();
        this.reader = new TurnReader(config, contextTokens, pixels, positions);
        WeightMemory memory = folder.weights(MemoryUse.SERVED);
        this.loop = new EngineLoop(
                mailbox,
                version,
                () -> new Generation(config, settings, LibTorch.enterThread(settings.threads()), memory, version));
        this.thread = Thread.ofPlatform().name("fovea-embedded-engine").daemon().start(loop);
    }

    private int contextTokens(EmbeddedSettings settings) {
        int trained = config.text().contextTokens();
        if (settings.contextTokens() != EmbeddedSettings.WHAT_FITS) {
            return Math.min(settings.contextTokens(), trained);
        }
        return (int) Math.min(trained, KvRegion.tokens(config.text(), settings.liveCacheBytes()));
    }

    private void requireRoomForOne(EmbeddedSettings settings) {
        long needed = KvRegion.bytes(config.text(), 1, contextTokens);
        if (needed > settings.liveCacheBytes()) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "one sequence of " + contextTokens + " tokens needs " + needed
                            + " bytes of keys and values, and the embedded engine may use "
                            + settings.liveCacheBytes(),
                    "lower the context or raise liveCacheBytes");
        }
    }

    @Override
    public EngineDescription describe() {
        return new EngineDescription(
                "embedded", model, contextTokens, config.text().vocabulary(), loop.weights());
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        Turn turn = reader.read(request);
        post(turn);
        try {
            return await(turn.result());
        } catch (InterruptedException e) {
            turn.result().cancel(false);
            throw e;
        }
    }

    /** Waits for requests in flight; those that come meanwhile wait too. The folder is read and checked before any of that. */
    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        CheckpointFolder folder = CheckpointFolder.open(checkpoint);
        if (!folder.config().equals(config)) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    checkpoint + " is of another shape than the running model",
                    "start an engine with this checkpoint");
        }
        var message =
                new EngineMessage.NewWeights(folder.weights(MemoryUse.SERVED), version, new CompletableFuture<>());
        post(message);
        await(message.done());
    }

    private void post(EngineMessage message) {
        mailbox.post(message);
        if (loop.stopped()) {
            throw EngineLoop.unavailable();
        }
    }

    private static <T> T await(CompletableFuture<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        mailbox.post(EngineMessage.Stop.STOP);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
