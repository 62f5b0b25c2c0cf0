package dev.fovea.engine.pool;

import dev.fovea.contract.error.AnswerMismatchException;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.EngineEvent;
import dev.fovea.engine.EngineListener;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who is asked next: the least busy one, a session's own by preference, nobody who is left alone. A request that never reached its
 * replica goes to another one; one that may have reached it is never sent twice. Thread safe.
 *
 * @param <T> what is asked
 */
public final class Rotation<T> {

    private static final System.Logger LOG = System.getLogger(Rotation.class.getName());

    private final List<Replica<T>> replicas;
    private final Predicate<T> ready;
    private final PoolSettings settings;
    private final EngineListener listener;
    private final LongSupplier nanoTime;

    /**
     * A rotation of at least one.
     *
     * @param name how events and logs call a member
     * @param ready whether a member may be asked now; one that may not is passed over
     */
    public Rotation(
            List<T> members,
            Function<T, String> name,
            Predicate<T> ready,
            PoolSettings settings,
            EngineListener listener) {
        this(members, name, ready, settings, listener, System::nanoTime);
    }

    Rotation(
            List<T> members,
            Function<T, String> name,
            Predicate<T> ready,
            PoolSettings settings,
            EngineListener listener,
            LongSupplier nanoTime) {
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a rotation of nobody");
        }
        List<Replica<T>> made = new ArrayList<>();
        for (T member : members) {
            made.add(new Replica<>(made.size(), name.apply(member), member, settings));
        }
        this.replicas = List.copyOf(made);
        this.ready = ready;
        this.settings = settings;
        this.listener = listener;
        this.nanoTime = nanoTime;
    }

    /**
     * Asks one member, and another one where the first was never reached.
     *
     * @param session prefers the member that had it before
     * @param well whether an answer speaks for its replica; a server's own "500" does not
     * @throws EngineException {@code engine_unavailable} where nobody can be asked
     */
    public <R, E extends Exception> R ask(String session, Attempt<T, R, E> attempt, Predicate<R> well)
            throws E, InterruptedException {
        Set<Replica<T>> tried = new HashSet<>();
        @Nullable EngineException last = null;
        for (Optional<Replica<T>> next = choose(session, tried); next.isPresent(); next = choose(session, tried)) {
            Replica<T> replica = next.get();
            tried.add(replica);
            try {
                return ask(replica, attempt, well);
            } catch (EngineException e) {
                if (!neverReached(e)) {
                    throw e;
                }
                last = e;
            }
        }
        throw last != null ? last : nobody();
    }

    private <R, E extends Exception> R ask(Replica<T> replica, Attempt<T, R, E> attempt, Predicate<R> well)
            throws E, InterruptedException {
        replica.outstanding().incrementAndGet();
        try {
            R answer = attempt.with(replica.member());
            replica.answers().increment();
            if (well.test(answer)) {
                recovered(replica);
            } else {
                failed(replica, ErrorCode.ENGINE_FAILED, "it answers with errors");
            }
            return answer;
        } catch (AnswerMismatchException e) {
            suspect(replica, e);
            throw e;
        } catch (EngineException e) {
            failed(replica, e.code(), e.what());
            throw e;
        } finally {
            replica.circuit().undecided();
            replica.outstanding().decrementAndGet();
        }
    }

    private void recovered(Replica<T> replica) {
        if (replica.circuit().succeeded()) {
            LOG.log(System.Logger.Level.INFO, "{0} answers again", replica.name());
            listener.on(new EngineEvent.Recovered(replica.name()));
        }
    }

    private void failed(Replica<T> replica, ErrorCode code, String what) {
        if (replica.circuit().failed(nanoTime.getAsLong())) {
            LOG.log(System.Logger.Level.WARNING, "{0} is left alone: {1}: {2}", replica.name(), code.wire(), what);
            listener.on(new EngineEvent.LeftAlone(replica.name(), code, what));
        }
    }

    private void suspect(Replica<T> replica, AnswerMismatchException e) {
        replica.suspicions().increment();
        replica.circuit().distrust(nanoTime.getAsLong());
        LOG.log(
                System.Logger.Level.WARNING,
                "{0} is suspect: {1}: {2}",
                replica.name(),
                e.code().wire(),
                e.what());
        listener.on(new EngineEvent.Suspect(replica.name(), e.code(), e.what()));
    }

    /** A refused connection is the only failure after which the request is known to be nowhere. */
    private static boolean neverReached(EngineException failure) {
        return failure.getCause() instanceof ConnectException;
    }

    private Optional<Replica<T>> choose(String session, Set<Replica<T>> tried) {
        long now = nanoTime.getAsLong();
        List<Replica<T>> byLoad = replicas.stream()
                .filter(replica -> inRotation(replica) && !tried.contains(replica))
                .sorted(Comparator.comparingInt((Replica<T> replica) -> load(replica, session))
                        .thenComparing(replica -> !isHome(replica, session))
                        .thenComparingInt(Replica::index))
                .toList();
        return byLoad.stream().filter(replica -> replica.circuit().admit(now)).findFirst();
    }

    private int load(Replica<T> replica, String session) {
        int outstanding = replica.outstanding().get();
        return isHome(replica, session) ? outstanding - settings.affinitySlack() : outstanding;
    }

    private boolean isHome(Replica<T> replica, String session) {
        return replica.index() == Math.floorMod(session.hashCode(), replicas.size());
    }

    private boolean inRotation(Replica<T> replica) {
        return !replica.held() && ready.test(replica.member());
    }

    private static EngineException nobody() {
        return new EngineException(
                ErrorCode.ENGINE_UNAVAILABLE,
                "no replica takes requests now",
                "the turn may be tried again; the log says why each replica is out");
    }

    /** All of them, in the order in which they were given. */
    public List<T> members() {
        return replicas.stream().map(Replica::member).toList();
    }

    /** Those that may be asked now, those that are left alone last. */
    public Stream<T> trusted() {
        return replicas.stream()
                .filter(this::inRotation)
                .sorted(Comparator.comparing(
                        (Replica<T> replica) -> replica.circuit().isOpen()))
                .map(Replica::member);
    }

    List<Replica<T>> replicas() {
        return replicas;
    }

    /** Tells that a replica is out for its weights. */
    void withoutWeights(Replica<T> replica, String why) {
        LOG.log(System.Logger.Level.WARNING, "{0} is out of rotation: {1}", replica.name(), why);
        listener.on(new EngineEvent.WithoutWeights(replica.name(), why));
    }

    /** Every member, for metrics. */
    public List<ReplicaState> states() {
        return replicas.stream()
                .map(replica -> new ReplicaState(
                        replica.index(),
                        replica.name(),
                        replica.outstanding().get(),
                        replica.circuit().isOpen(),
                        inRotation(replica),
                        replica.answers().sum(),
                        replica.suspicions().sum()))
                .toList();
    }
}
