package dev.fovea.cli.demo;

import dev.fovea.assets.StoreCounters;
import dev.fovea.orchestrator.RunEvent;
import dev.fovea.orchestrator.RunListener;
import dev.fovea.training.LearnReport;
import java.util.ArrayList;
import java.util.List;

/** Keeps what the run told of itself and hands it to the view. Thread safe. */
final class DemoProgress implements RunListener {

    private static final int LAST = 7;

    private final DemoSettings settings;
    private final DemoHouse house;
    private final DemoView view;
    private final long started;
    private long turnsLost;
    private long turnsRecorded;
    private long rolloutsFailed;
    private final List<Double> rewards = new ArrayList<>();
    private int warmUpSteps;
    private int rolloutsFinished;
    private int rolloutsPlanned;
    private double tokensPerSecond;
    private double klSum;
    private long compared;
    private double maxLogprobDifference;
    private long staleness;
    private boolean controls;
    private StoreCounters images = new StoreCounters(0, 0, 0, 0);
    private long referenceBytes;

    /**
     * A keeper of progress.
     *
     * @param started {@link System#nanoTime} when the user asked for the run
     */
    DemoProgress(long started, DemoSettings settings, DemoHouse house, DemoView view) {
        this.started = started;
        this.settings = settings;
        this.house = house;
        this.view = view;
    }

    @Override
    public synchronized void on(RunEvent event) {
        switch (event) {
            case RunEvent.WarmUpStep step -> {
                warmUpSteps = step.step();
                view.update(snapshot());
            }
            case RunEvent.TrainerAwaited awaited -> view.trainerAwaited(awaited.controlFile());
            case RunEvent.Evaluated evaluated -> view.evaluated(snapshot(), evaluated.label(), evaluated.result());
            case RunEvent.RolloutPlayed played -> {
                rolloutsFinished = played.finished();
                rolloutsPlanned = played.planned();
                turnsLost += played.result().turnsLost();
                turnsRecorded += played.result().trace().sampledTurns();
                rolloutsFailed += played.result().outcome().isEmpty() ? 1 : 0;
                view.update(snapshot());
            }
            case RunEvent.TrainingStep step -> {
                rewards.add(step.reward());
                tokensPerSecond = step.sampledTokens() / step.rolloutSeconds();
                staleness = Math.max(staleness, step.staleness());
                compare(step.report());
                view.step(snapshot(), step);
            }
        }
    }

    /** A replica of the engine did something that somebody may want to look at. */
    synchronized void engineSaid(String sentence) {
        view.engine(sentence);
    }

    private void compare(LearnReport report) {
        klSum += report.klSum();
        compared += report.comparedTokens();
        maxLogprobDifference = Math.max(maxLogprobDifference, report.maxAbsLogprobDifference());
    }

    /** Controls show pictures of their own, which are no part of what was trained: from here on images are not counted. */
    synchronized void controlsBegin() {
        countImages();
        controls = true;
    }

    private void countImages() {
        if (!controls) {
            images = house.store().counters();
            referenceBytes = house.engine().referenceBytes();
        }
    }

    synchronized DemoSnapshot snapshot() {
        countImages();
        return new DemoSnapshot(
                (System.nanoTime() - started) / 1e9,
                warmUpSteps,
                rewards.size(),
                settings.steps(),
                rolloutsFinished,
                rolloutsPlanned,
                List.copyOf(rewards),
                images,
                referenceBytes,
                tokensPerSecond,
                house.proofs().total(),
                maxLogprobDifference,
                compared == 0 ? 0 : klSum / compared,
                turnsLost,
                turnsRecorded,
                rolloutsFailed,
                compared,
                staleness);
    }

    /** Mean of the last seven values, or of all where there are fewer; 0 where there is none. */
    static double lastMean(List<Double> rewards) {
        return rewards.subList(Math.max(0, rewards.size() - LAST), rewards.size()).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0.0);
    }
}
