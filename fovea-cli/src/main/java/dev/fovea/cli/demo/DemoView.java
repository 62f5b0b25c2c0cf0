package dev.fovea.cli.demo;

import dev.fovea.cli.Terminal;
import dev.fovea.orchestrator.EvaluationResult;
import dev.fovea.orchestrator.RunEvent;
import java.nio.file.Path;

/** Shows a run while it goes on. Calls come one at a time, except {@link #interrupt}. */
interface DemoView extends AutoCloseable {

    /** A live view on a terminal, plain lines anywhere else. */
    static DemoView forTerminal(DemoSettings settings) {
        return Terminal.isWatched() && System.getenv("NO_LIVE_VIEW") == null
                ? new LiveView(settings)
                : new PlainView(settings);
    }

    /** Something moved on. */
    void update(DemoSnapshot now);

    /** A training step ended. */
    void step(DemoSnapshot now, RunEvent.TrainingStep step);

    /** A trainer of another process is due; the file tells it where. */
    void trainerAwaited(Path controlFile);

    /** What a replica of the engine did, in a sentence. */
    void engine(String sentence);

    /** An evaluation ended. */
    void evaluated(DemoSnapshot now, String label, EvaluationResult result);

    /** The run is done. */
    void finish(DemoReport report, RunFolder folder);

    /** The process is about to end: gives the terminal back and says why. */
    void interrupt(String why);

    @Override
    void close();
}
