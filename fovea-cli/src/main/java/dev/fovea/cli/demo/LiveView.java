package dev.fovea.cli.demo;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.orchestrator.EvaluationResult;
import dev.fovea.orchestrator.RunEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;

/** A few lines that are drawn over themselves, at most ten times a second. */
final class LiveView implements DemoView {

    private static final long FRAME_NANOS = 100_000_000L;
    private static final int LABEL_WIDTH = 13;
    private static final int NARROWEST = 40;

    /** What a terminal has that does not tell. */
    private static final int UNKNOWN_WIDTH = 79;

    private final Terminal terminal;
    private final PrintWriter out;
    private final DemoSettings settings;
    private String evaluation = "";
    private int drawnLines;
    private long lastFrame;
    private boolean ended;

    LiveView(DemoSettings settings) {
        this.settings = settings;
        try {
            this.terminal = TerminalBuilder.builder()
                    .system(true)
                    .nativeSignals(false)
                    .dumb(true)
                    .build();
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the terminal cannot be used (" + e + ")",
                    "set NO_LIVE_VIEW=1 for plain lines",
                    e);
        }
        this.out = terminal.writer();
        terminal.puts(Capability.cursor_invisible);
        out.println();
        out.flush();
    }

    @Override
    public synchronized void update(DemoSnapshot now) {
        long time = System.nanoTime();
        if (time - lastFrame >= FRAME_NANOS) {
            lastFrame = time;
            draw(now);
        }
    }

    @Override
    public synchronized void step(DemoSnapshot now, RunEvent.TrainingStep step) {
        draw(now);
    }

    @Override
    public synchronized void evaluated(DemoSnapshot now, String label, EvaluationResult result) {
        evaluation = String.format(Locale.ROOT, "%s %.3f", label, result.exact());
        draw(now);
    }

    @Override
    public synchronized void trainerAwaited(Path controlFile) {
        evaluation = "batches go to the trainer that reads " + controlFile;
    }

    @Override
    public synchronized void engine(String sentence) {
        evaluation = sentence;
    }

    private void draw(DemoSnapshot now) {
        if (ended) {
            return;
        }
        int width = terminal.getWidth() > 0 ? Math.max(NARROWEST, terminal.getWidth() - 1) : UNKNOWN_WIDTH;
        erase();
        for (String line : lines(now, width)) {
            out.print(line.length() > width ? line.substring(0, width) : line);
            terminal.puts(Capability.clr_eol);
            out.println();
            drawnLines++;
        }
        out.flush();
    }

    /** Moves up to the first drawn line; each line is then overwritten, so that nothing flickers. */
    private void erase() {
        for (; drawnLines > 0; drawnLines--) {
            terminal.puts(Capability.cursor_up);
        }
        out.print('\r');
    }

    private List<String> lines(DemoSnapshot now, int width) {
        int bar = Math.clamp(width - 45L, 0, 40);
        return List.of(
                line("fovea demo", "seed " + settings.seed() + "   " + Figures.clock(now.seconds())),
                line("warm-up", now.warmUpSteps() + " supervised steps"),
                line(
                        "training",
                        bar(now.step(), now.steps(), bar) + " step " + now.step() + "/" + now.steps() + "   rollouts "
                                + now.rolloutsFinished() + "/" + now.rolloutsPlanned()),
                line(
                        "reward",
                        Sparkline.of(now.rewards(), Math.min(60, width - 30)) + "  "
                                + (now.rewards().isEmpty()
                                        ? ""
                                        : Figures.share(now.rewards().getLast()))),
                line("evaluation", evaluation),
                Summary.images(now),
                line("tokens", Figures.count(Math.round(now.tokensPerSecond())) + " sampled a second"),
                line(
                        "identity",
                        Figures.count(now.proofs().checks()) + " checks, "
                                + now.proofs().violations() + " violations   sampler-trainer "
                                + Figures.tiny(now.maxLogprobDifference())));
    }

    private static String line(String label, String text) {
        return "  " + label + " ".repeat(LABEL_WIDTH - label.length()) + text;
    }

    private static String bar(int done, int all, int width) {
        int filled = all == 0 ? 0 : Math.min(width, done * width / all);
        return "█".repeat(filled) + "░".repeat(Math.max(0, width - filled));
    }

    @Override
    public synchronized void finish(DemoReport report, RunFolder folder) {
        erase();
        terminal.puts(Capability.clr_eos);
        out.println(
                "  fovea demo   seed " + settings.seed() + ", " + report.end().warmUpSteps() + " supervised and "
                        + report.end().step() + " reinforcement-learning steps");
        Summary.lines(report, folder).forEach(out::println);
        out.flush();
    }

    @Override
    public synchronized void interrupt(String why) {
        if (!ended) {
            restore();
            out.println("fovea: " + why);
            out.flush();
        }
    }

    private void restore() {
        ended = true;
        terminal.puts(Capability.cursor_visible);
        out.flush();
    }

    @Override
    public synchronized void close() {
        if (ended) {
            return;
        }
        restore();
        try {
            terminal.close();
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.STORAGE_FAILED, "the terminal could not be restored (" + e + ")", "run: reset", e);
        }
    }
}
