package dev.fovea.engine.pool;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.EngineListener;
import dev.fovea.engine.GenerateRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Replicas behind one interface, as {@link Rotation} chooses among them. Thread safe. */
public final class EnginePool implements Engine {

    private final Rotation<Engine> rotation;

    /** A pool whose replicas are numbered from 0. */
    public EnginePool(List<Engine> engines, PoolSettings settings, EngineListener listener) {
        this(engines, settings, listener, System::nanoTime);
    }

    EnginePool(List<Engine> engines, PoolSettings settings, EngineListener listener, LongSupplier nanoTime) {
        // two engines are never equal, not even two that look alike
        Map<Engine, String> names = IntStream.range(0, engines.size())
                .boxed()
                .collect(Collectors.toMap(engines::get, index -> "replica " + index));
        this.rotation = new Rotation<>(
                engines,
                engine -> names.getOrDefault(engine, ""),
                Engine::knowsItsWeights,
                settings,
                listener,
                nanoTime);
    }

    /** What all replicas can do: the shortest context, the smallest vocabulary, the weights of those in rotation. */
    @Override
    public EngineDescription describe() {
        List<EngineDescription> all =
                rotation.members().stream().map(Engine::describe).toList();
        EngineDescription first =
                rotation.trusted().findFirst().map(Engine::describe).orElse(all.getFirst());
        return new EngineDescription(
                all.size() + " x " + first.name(),
                first.model(),
                all.stream().mapToInt(EngineDescription::contextTokens).min().orElseThrow(),
                all.stream().mapToInt(EngineDescription::vocabulary).min().orElseThrow(),
                first.weights());
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        return rotation.<Completion, RuntimeException>ask(
                request.sessionId(), engine -> engine.generate(request), completion -> true);
    }

    /**
     * Loads new weights into every replica. One that fails stays out of rotation until a later load succeeds.
     *
     * @throws FoveaException where no replica has them
     */
    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        @Nullable FoveaException last = null;
        boolean loaded = false;
        for (Replica<Engine> replica : rotation.replicas()) {
            replica.hold();
            try {
                replica.member().loadWeights(checkpoint, version);
                if (replica.member().describe().weights().equals(version)) {
                    replica.release();
                    loaded = true;
                }
            } catch (FoveaException e) {
                last = e;
                rotation.withoutWeights(replica, e.what());
            }
        }
        if (last != null && !loaded) {
            throw last;
        }
    }

    /** Whether any replica could be asked. */
    @Override
    public boolean knowsItsWeights() {
        return rotation.states().stream().anyMatch(ReplicaState::inRotation);
    }

    /** Every replica, for metrics. */
    public List<ReplicaState> states() {
        return rotation.states();
    }

    @Override
    public void close() {
        rotation.members().forEach(Engine::close);
    }
}
