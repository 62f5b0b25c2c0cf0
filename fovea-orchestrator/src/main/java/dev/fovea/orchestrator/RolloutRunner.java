package dev.fovea.orchestrator;

import dev.fovea.client.ControlClient;
import dev.fovea.client.OpenRollout;
import dev.fovea.client.OpenedRollout;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays many rollouts at once, each on a virtual thread of its own, each over its own session at the gateway. */
public final class RolloutRunner {

    private static final System.Logger LOG = System.getLogger(RolloutRunner.class.getName());

    private static final int LONGEST_REASON = 300;

    private final ControlClient control;
    private final String environment;
    private final String model;
    private final Semaphore slots;
    private final RunListener listener;

    /**
     * A runner.
     *
     * @param concurrency rollouts that are played at the same time
     */
    public RolloutRunner(
            ControlClient control, String environment, String model, int concurrency, RunListener listener) {
        this.control = control;
        this.environment = environment;
        this.model = model;
        this.slots = new Semaphore(concurrency);
        this.listener = listener;
    }

    /** Plays all plans; results are in the order of the plans. A rollout that fails harms no other. */
    public List<RolloutResult> run(List<RolloutPlan> plans) throws InterruptedException {
        AtomicInteger finished = new AtomicInteger();
        List<Callable<RolloutResult>> tasks = new ArrayList<>();
        for (RolloutPlan plan : plans) {
            tasks.add(() -> {
                RolloutResult result = play(plan);
                listener.on(new RunEvent.RolloutPlayed(finished.incrementAndGet(), plans.size(), result));
                return result;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<RolloutResult> results = new ArrayList<>();
            for (Future<RolloutResult> task : threads.invokeAll(tasks)) {
                results.add(resultOf(task));
            }
            return results;
        }
    }

    private static RolloutResult resultOf(Future<RolloutResult> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED, "a rollout ended with " + e.getCause(), "see the gateway's log", e);
        }
    }

    private RolloutResult play(RolloutPlan plan) throws InterruptedException {
        slots.acquire();
        try {
            OpenedRollout rollout = control.open(
                    new OpenRollout(plan.episode().taskId(), plan.group(), environment, model, plan.sampling()));
            Optional<EpisodeOutcome> outcome;
            Trace trace;
            try {
                outcome = play(plan.episode(), rollout);
            } finally {
                // also where scoring failed: an open rollout would stay in the gateway for good
                trace = TraceJson.read(control.close(rollout.id()));
            }
            return new RolloutResult(plan, trace, outcome);
        } finally {
            slots.release();
        }
    }

    private Optional<EpisodeOutcome> play(Episode episode, OpenedRollout rollout) throws InterruptedException {
        EpisodeOutcome outcome;
        try {
            outcome = episode.play(new ModelEndpoint(rollout.baseUrl().resolve("/v1"), rollout.secret()));
        } catch (RuntimeException e) {
            // an environment is foreign code: whatever it throws ends its own rollout and is recorded with it
            String reason = reason(e);
            LOG.log(System.Logger.Level.WARNING, "{0} failed: {1}", rollout, reason);
            control.fail(rollout.id(), reason);
            return Optional.empty();
        }
        control.reward(rollout.id(), "reward", outcome.reward(), outcome.metrics());
        return Optional.of(outcome);
    }

    /** Bounded: foreign messages may quote a request, pictures included. */
    private static String reason(RuntimeException e) {
        String text = e.toString();
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "…";
    }
}
