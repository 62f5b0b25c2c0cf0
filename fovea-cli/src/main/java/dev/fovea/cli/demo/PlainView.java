package dev.fovea.cli.demo;

import dev.fovea.orchestrator.EvaluationResult;
import dev.fovea.orchestrator.RunEvent;
import dev.fovea.training.LearnReport;
import java.nio.file.Path;
import java.util.Locale;

/** One line an event, for files and pipes. */
final class PlainView implements DemoView {

    private volatile boolean ended;

    PlainView(DemoSettings settings) {
        System.out.println("fovea demo: seed " + settings.seed() + ", " + settings.imagesPerTurn()
                + " image(s) a turn, " + settings.steps() + " steps, run folder " + settings.out());
    }

    @Override
    public void update(DemoSnapshot now) {
        // lines only where something ended
    }

    @Override
    public void step(DemoSnapshot now, RunEvent.TrainingStep step) {
        print(String.format(
                Locale.ROOT,
                "step %d/%d  reward %.3f%s  rollouts %.2f s  training %.2f s  dropped groups %d",
                step.step(),
                now.steps(),
                step.reward(),
                learned(step.report()),
                step.rolloutSeconds(),
                step.trainSeconds(),
                step.droppedGroups()));
    }

    /** A trainer of another process keeps its own figures. */
    private static String learned(LearnReport report) {
        return report.trainedTokens() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "  entropy %.2f  max |diff| %s",
                        report.entropySum() / report.trainedTokens(),
                        Figures.tiny(report.maxAbsLogprobDifference()));
    }

    @Override
    public void evaluated(DemoSnapshot now, String label, EvaluationResult result) {
        print(String.format(
                Locale.ROOT,
                "%s  %s: %.3f of %d",
                Figures.clock(now.seconds()),
                label,
                result.exact(),
                result.episodes()));
    }

    @Override
    public void trainerAwaited(Path controlFile) {
        print("batches go to a trainer of another process; it finds the gateway in " + controlFile);
    }

    @Override
    public void engine(String sentence) {
        print("engine: " + sentence);
    }

    @Override
    public void finish(DemoReport report, RunFolder folder) {
        Summary.lines(report, folder).forEach(System.out::println);
    }

    private void print(String line) {
        if (!ended) {
            System.out.println(line);
        }
    }

    @Override
    public void interrupt(String why) {
        ended = true;
        System.out.println("fovea: " + why);
        System.out.flush();
    }

    @Override
    public void close() {
        System.out.flush();
    }
}
