package dev.fovea.cli.demo;

import dev.fovea.cli.demo.DemoOutcome.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The short table at the end of a run. */
final class Summary {

    private Summary() {}

    static List<String> lines(DemoReport report, RunFolder folder) {
        List<String> lines = new ArrayList<>();
        DemoSnapshot end = report.end();
        DemoOutcome outcome = report.outcome();
        lines.add("");
        lines.add("  held-out codewords                sampled   greedy");
        lines.add(row("after warm-up", outcome.exact(Measure.WARM_UP_SAMPLED), outcome.exact(Measure.WARM_UP_GREEDY)));
        lines.add(row("after reinforcement learning", outcome.exact(Measure.SAMPLED), outcome.exact(Measure.GREEDY)));
        lines.add(row("  with blank pictures", outcome.exact(Measure.BLANK), OptionalDouble.empty()));
        lines.add(row("  with another task's pictures", outcome.exact(Measure.SWAP), OptionalDouble.empty()));
        lines.add("");
        if (!end.rewards().isEmpty()) {
            lines.add(
                    "  reward       " + Sparkline.of(end.rewards(), 60) + "  last 7: " + Figures.share(end.lastMean()));
        }
        lines.add(images(end));
        if (end.rolloutsFailed() > 0) {
            lines.add("  failed       " + Figures.count(end.rolloutsFailed()) + " rollouts; fovea.log says why");
        }
        lines.add("  identity     " + Figures.count(end.proofs().checks()) + " checks, "
                + Figures.count(end.proofs().violations()) + " violations");
        if (end.comparedTokens() > 0) {
            lines.add("  logprobs     sampler against trainer: at most " + Figures.tiny(end.maxLogprobDifference())
                    + " apart, KL " + Figures.tiny(end.mismatchKl()));
        }
        lines.add("  time         " + Figures.clock(end.seconds()) + " ("
                + String.format(Locale.ROOT, "%.1f s", end.seconds()) + ")");
        lines.add("  look at      " + folder.root().resolve("report.html"));
        lines.add("");
        return lines;
    }

    static String images(DemoSnapshot now) {
        long sent = now.images().receivedBytes();
        long saved = Math.max(0, sent - now.images().storedBytes());
        return "  images       " + Figures.count(now.images().storedImages()) + " stored once, "
                + Figures.count(now.images().receivedImages()) + " sent (" + Figures.bytes(sent) + "), "
                + Figures.bytes(saved) + " not stored again";
    }

    private static String row(String label, OptionalDouble sampled, OptionalDouble greedy) {
        return String.format(Locale.ROOT, "  %-32s %8s %8s", label, cell(sampled), cell(greedy));
    }

    private static String cell(OptionalDouble value) {
        return value.isPresent() ? Figures.share(value.getAsDouble()) : "-";
    }
}
