package dev.fovea.engine.pool;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.GenerateRequest;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Replicas behind one interface: the least busy one answers, a session's own by preference. A request that never reached its replica
 * goes to another one; one that may have reached it is never sent twice. Thread safe.
 */
public final class EnginePool implements Engine {

    private static final System.Logger LOG = System.getLogger(EnginePool.class.getName());

    private final List<Replica> replicas;
    private final PoolSettings settings;
    private final LongSupplier nanoTime;

    public EnginePool(List<Engine> engines, PoolSettings settings) {
        this(engines, settings, System::nanoTime);
    }

    EnginePool(List<Engine> engines, PoolSettings settings, LongSupplier nanoTime) {
        if (engines.isEmpty()) {
            throw new IllegalArgumentException("a pool of no engine");
        }
        List<Replica> made = new ArrayList<>();
        for (Engine engine : engines) {
            made.add(new Replica(made.size(), engine, settings));
        }
        this.replicas = List.copyOf(made);
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /** What all replicas can do: the shortest context, the smallest vocabulary, the weights of those in rotation. */
    @Override
    public EngineDescription describe() {
        List<EngineDescription> all =
                replicas.stream().map(replica -> replica.engine().describe()).toList();
        EngineDescription first = replicas.stream()
                .filter(Replica::inRotation)
                .findFirst()
                .orElse(replicas.getFirst())
                .engine()
                .describe();
        return new EngineDescription(
                all.size() + " x " + first.name(),
                first.model(),
                all.stream().mapToInt(EngineDescription::contextTokens).min().orElseThrow(),
                all.stream().mapToInt(EngineDescription::vocabulary).min().orElseThrow(),
                first.weights());
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        Set<Replica> tried = new HashSet<>();
        @Nullable EngineException last = null;
        for (Optional<Replica> next = choose(request, tried); next.isPresent(); next = choose(request, tried)) {
            Replica replica = next.get();
            tried.add(replica);
            try {
                return ask(replica, request);
            } catch (EngineException e) {
                if (!neverReached(e)) {
                    throw e;
                }
                last = e;
            }
        }
        throw last != null ? last : nobody();
    }

    private Completion ask(Replica replica, GenerateRequest request) throws InterruptedException {
        replica.outstanding().incrementAndGet();
        try {
            Completion completion = replica.engine().generate(request);
            replica.circuit().succeeded();
            return completion;
        } catch (IdentityException e) {
            replica.suspicions().increment();
            replica.circuit().distrust(nanoTime.getAsLong());
            LOG.log(
                    System.Logger.Level.WARNING,
                    "replica {0} is suspect: {1}: {2}",
                    replica.index(),
                    e.code().wire(),
                    e.what());
            throw e;
        } catch (EngineException e) {
            replica.circuit().failed(nanoTime.getAsLong());
            throw e;
        } finally {
            replica.outstanding().decrementAndGet();
        }
    }

    /** A refused connection is the only failure after which the request is known to be nowhere. */
    private static boolean neverReached(EngineException failure) {
        return failure.getCause() instanceof ConnectException;
    }

    private Optional<Replica> choose(GenerateRequest request, Set<Replica> tried) {
        long now = nanoTime.getAsLong();
        List<Replica> byLoad = replicas.stream()
                .filter(replica -> replica.inRotation() && !tried.contains(replica))
                .sorted(Comparator.comparingInt((Replica replica) -> load(replica, request))
                        .thenComparing(replica -> !isHome(replica, request))
                        .thenComparingInt(Replica::index))
                .toList();
        return byLoad.stream().filter(replica -> replica.circuit().admit(now)).findFirst();
    }

    private int load(Replica replica, GenerateRequest request) {
        int outstanding = replica.outstanding().get();
        return isHome(replica, request) ? outstanding - settings.affinitySlack() : outstanding;
    }

    private boolean isHome(Replica replica, GenerateRequest request) {
        return replica.index() == Math.floorMod(request.sessionId().hashCode(), replicas.size());
    }

    private static EngineException nobody() {
        return new EngineException(
                ErrorCode.ENGINE_UNAVAILABLE,
                "no replica takes requests now",
                "the turn may be tried again; the log says why each replica is out");
    }

    /**
     * Loads new weights into every replica. One that fails stays out of rotation until a later load succeeds.
     *
     * @throws FoveaException where no replica has them
     */
    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        @Nullable FoveaException last = null;
        for (Replica replica : replicas) {
            replica.rotate(false);
            try {
                replica.engine().loadWeights(checkpoint, version);
                replica.rotate(replica.has(version));
            } catch (FoveaException e) {
                last = e;
                LOG.log(System.Logger.Level.WARNING, "replica {0} is out of rotation: {1}", replica.index(), e.what());
            }
        }
        if (last != null && replicas.stream().noneMatch(Replica::inRotation)) {
            throw last;
        }
    }

    /** Every replica, for metrics. */
    public List<ReplicaState> states() {
        return replicas.stream()
                .map(replica -> new ReplicaState(
                        replica.index(),
                        replica.outstanding().get(),
                        replica.circuit().isOpen(),
                        replica.inRotation(),
                        replica.suspicions().sum()))
                .toList();
    }

    @Override
    public void close() {
        replicas.forEach(replica -> replica.engine().close());
    }
}
