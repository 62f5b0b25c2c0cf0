package dev.fovea.interop;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.conform.ConformReport;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.pool.EnginePool;
import dev.fovea.engine.pool.PoolSettings;
import dev.fovea.engine.pool.ReplicaState;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmEngine;
import dev.fovea.engine.vllm.VllmSettings;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Conversations over replicas that share nothing: every turn goes to whichever replica a coin names, caches are emptied between turns,
 * and one replica is restarted on the way. Each answer is compared with that of the first replica, asked alone.
 */
public final class ReplicaInterop {

    /** Replicas of one build on one machine: what differs is the order of sums. */
    private static final CompletionComparison SAME_BUILD = new CompletionComparison(1e-4);

    private static final int TURNS = 4;

    private final List<VllmAddress> addresses;
    private final ServedModel model;
    private final FileImageStore store;
    private final AssetReader reader;
    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private final ConformReport report = new ConformReport();
    private int repeated;

    /**
     * A run.
     *
     * @param addresses at least two replicas; the first one also answers alone, and is never restarted
     * @param runDir images are stored below it; the servers may read it
     */
    public ReplicaInterop(List<VllmAddress> addresses, ServedModel model, Path runDir) {
        this.addresses = List.copyOf(addresses);
        this.model = model;
        this.store = FileImageStore.open(StoreSettings.at(runDir.resolve("assets")));
        this.reader =
                new AssetReader(AllowedRoots.of(List.of(store.directory())), ImageLimits.DEFAULT.maxEncodedBytes());
    }

    /**
     * Plays conversations.
     *
     * @param servers where this run started the replicas: the last one is stopped after a third of the conversations and started again
     *     after two thirds
     * @param progress told what is being done
     */
    public ConformReport run(int conversations, long seed, Optional<StartedServers> servers, Consumer<String> progress)
            throws InterruptedException {
        RandomPrompts prompts =
                new RandomPrompts(model, store, new ImageResolver(reader, decoder, model.processor()), seed);
        Random random = new Random(seed);
        List<Engine> replicas = new ArrayList<>();
        for (VllmAddress address : addresses) {
            replicas.add(new ProvenEngine(open(address), model.imagePad(), new ProofLedger()));
        }
        // no pause after a failure: the replica that comes back is to be asked at once
        PoolSettings settings = new PoolSettings(1, Duration.ofMillis(1), 0);
        try (Engine alone = new ProvenEngine(open(addresses.getFirst()), model.imagePad(), new ProofLedger());
                EnginePool pool = new EnginePool(replicas, settings, event -> {});
                ServerCaches caches = new ServerCaches()) {
            for (int i = 0; i < conversations; i++) {
                progress.accept("conversation " + (i + 1) + " of " + conversations);
                restart(i, conversations, servers);
                converse(prompts, random, alone, pool, caches);
            }
            conclude(pool, caches, servers);
        }
        return report;
    }

    private void restart(int conversation, int conversations, Optional<StartedServers> servers)
            throws InterruptedException {
        if (servers.isEmpty()) {
            return;
        }
        int last = addresses.size() - 1;
        if (conversation == conversations / 3) {
            servers.get().stop(last);
        }
        if (conversation == 2 * conversations / 3) {
            servers.get().startAgain(last);
            servers.get().awaitReady(last);
            report.note("replica %d was stopped after %d conversations and back after %d"
                    .formatted(last, conversations / 3, conversation));
        }
    }

    /** Each turn sends every picture of those before it again. */
    private void converse(RandomPrompts prompts, Random random, Engine alone, EnginePool pool, ServerCaches caches)
            throws InterruptedException {
        GenerateRequest turn = prompts.next();
        for (int i = 0; i < TURNS; i++) {
            String name = turn.requestId();
            GenerateRequest elsewhere = routed(turn, "coin-" + random.nextLong());
            Optional<Completion> expected = ask(name + " alone", alone, turn);
            Optional<Completion> actual = ask(name + " pool", pool, elsewhere);
            if (expected.isPresent() && actual.isPresent()) {
                SAME_BUILD.compare(name, expected.get(), actual.get(), report);
            }
            if (random.nextBoolean()) {
                // the other half of the turns finds its pictures in the encoder's cache
                for (VllmAddress address : addresses) {
                    caches.reset(address);
                }
            }
            turn = prompts.longer(turn, RandomPicture.of(random));
        }
    }

    /** A session decides only which replica is preferred: a new one every turn is no affinity at all. */
    private static GenerateRequest routed(GenerateRequest turn, String session) {
        return new GenerateRequest(
                turn.requestId() + "-pool",
                session,
                turn.prompt(),
                turn.images(),
                turn.sampling(),
                turn.stopTokenIds());
    }

    private Optional<Completion> ask(String name, Engine engine, GenerateRequest request) throws InterruptedException {
        try {
            return Optional.of(engine.generate(request));
        } catch (EngineException e) {
            if (e.code().retryable()) {
                repeated++;
                return askAgain(name, engine, request);
            }
            report.differs(name, e.code().wire() + ": " + e.what());
        } catch (FoveaException e) {
            report.differs(name, e.code().wire() + ": " + e.what());
        }
        return Optional.empty();
    }

    /** As a client does that is told that a turn may be tried again. */
    private Optional<Completion> askAgain(String name, Engine engine, GenerateRequest request)
            throws InterruptedException {
        try {
            return Optional.of(engine.generate(request));
        } catch (FoveaException e) {
            report.differs(name, "again " + e.code().wire() + ": " + e.what());
            return Optional.empty();
        }
    }

    private void conclude(EnginePool pool, ServerCaches caches, Optional<StartedServers> servers)
            throws InterruptedException {
        if (servers.isEmpty()) {
            report.apart("restart: the replicas were not started by this run");
        }
        for (VllmAddress address : addresses) {
            if (caches.isHealthy(address)) {
                report.equal();
            } else {
                report.differs(address.toString(), "is not well after the run");
            }
        }
        report.note("%d caches emptied, %d turns tried again, %d suspicions"
                .formatted(
                        caches.resets(),
                        repeated,
                        pool.states().stream()
                                .mapToLong(ReplicaState::suspicions)
                                .sum()));
    }

    private VllmEngine open(VllmAddress address) throws InterruptedException {
        return VllmEngine.open(
                address,
                model,
                reader,
                decoder,
                store,
                VllmSettings.defaults().withTimeout(Duration.ofMinutes(5)).withCacheBytes(256L << 20));
    }
}
