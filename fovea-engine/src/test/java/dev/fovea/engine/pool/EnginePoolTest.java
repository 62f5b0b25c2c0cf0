package dev.fovea.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.AnswerMismatchException;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.EngineEvent;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.PromptEcho;
import dev.fovea.engine.SamplingParameters;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnginePoolTest {

    private static final WeightVersion OLD = new WeightVersion(0);
    private static final WeightVersion NEW = new WeightVersion(1);
    private static final PoolSettings SETTINGS = new PoolSettings(2, Duration.ofSeconds(10), 2);

    private final ScriptedEngine first = new ScriptedEngine();
    private final ScriptedEngine second = new ScriptedEngine();
    private final AtomicLong now = new AtomicLong();
    private final List<EngineEvent> events = new CopyOnWriteArrayList<>();
    private final EnginePool pool = new EnginePool(List.of(first, second), SETTINGS, events::add, now::get);

    @Test
    void aSessionStaysWithItsReplicaWhileItIsNotBusier() throws InterruptedException {
        for (int turn = 0; turn < 5; turn++) {
            pool.generate(request("a"));
        }

        assertThat(List.of(first.served, second.served)).containsExactlyInAnyOrder(5, 0);
    }

    @Test
    void aBusyReplicaLosesItsSessionsToAnIdleOne() throws InterruptedException {
        ScriptedEngine home = home("a");
        CountDownLatch release = new CountDownLatch(1);
        home.holdUntil = release;
        List<Thread> waiting = List.of(inBackground("a"), inBackground("a"), inBackground("a"));
        home.awaitRunning(3);

        home.holdUntil = null;
        pool.generate(request("a"));

        assertThat(other(home).served).isEqualTo(1);
        release.countDown();
        for (Thread thread : waiting) {
            thread.join();
        }
    }

    @Test
    void aRequestThatReachedNobodyGoesToAnotherReplica() throws InterruptedException {
        home("a").failures.add(unreachable());

        assertThat(pool.generate(request("a")).ids()).isEqualTo(TokenIds.of(7));
        assertThat(other(home("a")).served).isEqualTo(1);
    }

    @Test
    void aRequestThatMayHaveReachedItsReplicaIsNeverSentTwice() {
        home("a").failures.add(broken());

        assertThatThrownBy(() -> pool.generate(request("a"))).isInstanceOf(EngineException.class);
        assertThat(first.served + second.served).isZero();
    }

    @Test
    void afterFailuresInARowAReplicaIsLeftAloneAndThenTriedOnce() throws InterruptedException {
        ScriptedEngine home = home("a");
        home.failures.add(broken());
        home.failures.add(broken());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> pool.generate(request("a"))).isInstanceOf(EngineException.class);
        }

        pool.generate(request("a"));
        assertThat(home.served).isZero();
        now.addAndGet(SETTINGS.openFor().toNanos());
        pool.generate(request("a"));

        assertThat(home.served).isEqualTo(1);
        assertThat(pool.states()).noneMatch(ReplicaState::open);
    }

    @Test
    void aReplicaThatChangedAPromptIsSuspectAtOnceAndSaysSo() {
        ScriptedEngine home = home("a");
        home.failures.add(new AnswerMismatchException(ErrorCode.TOKEN_MISMATCH, "other ids", "look at it"));

        assertThatThrownBy(() -> pool.generate(request("a"))).isInstanceOf(IdentityException.class);

        assertThat(pool.states())
                .filteredOn(ReplicaState::open)
                .singleElement()
                .satisfies(state -> assertThat(state.suspicions()).isEqualTo(1));
        assertThat(events)
                .containsExactly(new EngineEvent.Suspect(
                        "replica " + (home.equals(first) ? 0 : 1), ErrorCode.TOKEN_MISMATCH, "other ids"));
    }

    @Test
    void aPromptThatIsWrongByItselfSaysNothingOfItsReplica() throws InterruptedException {
        home("a").failures.add(new IdentityException(ErrorCode.PLACEHOLDER_MISMATCH, "pads", "render again"));

        assertThatThrownBy(() -> pool.generate(request("a"))).isInstanceOf(IdentityException.class);
        pool.generate(request("a"));

        assertThat(home("a").served).isEqualTo(1);
        assertThat(events).isEmpty();
    }

    @Test
    void aTrialThatTellsNothingDoesNotKeepItsReplicaOut() throws InterruptedException {
        ScriptedEngine home = home("a");
        home.failures.add(broken());
        home.failures.add(broken());
        home.failures.add(new RequestException(ErrorCode.PROMPT_TOO_LONG, "too long", "shorten it"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> pool.generate(request("a"))).isInstanceOf(EngineException.class);
        }
        now.addAndGet(SETTINGS.openFor().toNanos());
        assertThatThrownBy(() -> pool.generate(request("a"))).isInstanceOf(RequestException.class);

        pool.generate(request("a"));

        assertThat(home.served).isEqualTo(1);
        assertThat(events).hasExactlyElementsOfTypes(EngineEvent.LeftAlone.class, EngineEvent.Recovered.class);
    }

    @Test
    void aReplicaWithoutTheNewWeightsIsOutOfRotationUntilItHasThem() throws InterruptedException {
        first.failures.add(broken());

        pool.loadWeights(Path.of("checkpoint"), NEW);
        for (int i = 0; i < 6; i++) {
            assertThat(pool.generate(request("session " + i)).weights()).isEqualTo(NEW);
        }
        assertThat(first.served).isZero();
        assertThat(events).containsExactly(new EngineEvent.WithoutWeights("replica 0", "broke off"));
        pool.loadWeights(Path.of("checkpoint"), NEW);

        assertThat(pool.states()).allMatch(ReplicaState::inRotation);
    }

    @Test
    void weightsThatNoReplicaTakesAreAnError() {
        first.failures.add(broken());
        second.failures.add(broken());

        assertThatThrownBy(() -> pool.loadWeights(Path.of("checkpoint"), NEW)).isInstanceOf(EngineException.class);
        assertThatThrownBy(() -> pool.generate(request("a")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("no replica");
    }

    private ScriptedEngine home(String session) {
        return Math.floorMod(session.hashCode(), 2) == 0 ? first : second;
    }

    private ScriptedEngine other(ScriptedEngine engine) {
        return engine.equals(first) ? second : first;
    }

    private Thread inBackground(String session) {
        return Thread.ofVirtual().start(() -> {
            try {
                pool.generate(request(session));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static EngineException unreachable() {
        return new EngineException(
                ErrorCode.ENGINE_UNAVAILABLE, "no connection", "start it", new ConnectException("refused"));
    }

    private static EngineException broken() {
        return new EngineException(ErrorCode.ENGINE_UNAVAILABLE, "broke off", "try again");
    }

    private static GenerateRequest request(String session) {
        return new GenerateRequest(
                "r",
                session,
                ExpandedIds.of(1, 2),
                MultiModalData.none(),
                new SamplingParameters(1, 1, 1, OptionalLong.empty()),
                Set.of(7));
    }

    /** Fails as it is told, then answers. */
    private static final class ScriptedEngine implements Engine {

        private final Deque<FoveaException> failures = new ArrayDeque<>();
        private volatile @Nullable CountDownLatch holdUntil;
        private volatile WeightVersion weights = OLD;
        private int running;
        private int served;

        @Override
        public EngineDescription describe() {
            return new EngineDescription("scripted", "m", 100, 10, weights);
        }

        @Override
        public Completion generate(GenerateRequest request) throws InterruptedException {
            failIfTold();
            CountDownLatch hold = holdUntil;
            synchronized (this) {
                running++;
                notifyAll();
            }
            if (hold != null) {
                hold.await();
            }
            synchronized (this) {
                running--;
                served++;
            }
            return new Completion(
                    TokenIds.of(7),
                    TokenValues.of(-1),
                    FinishReason.STOP,
                    weights,
                    new PromptEcho(request.prompt(), List.of(), List.of()));
        }

        private synchronized void awaitRunning(int count) throws InterruptedException {
            while (running < count) {
                wait();
            }
        }

        private synchronized void failIfTold() {
            FoveaException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void loadWeights(Path checkpoint, WeightVersion version) {
            failIfTold();
            weights = version;
        }

        @Override
        public void close() {}
    }
}
