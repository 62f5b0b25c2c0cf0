package dev.fovea.cli.demo;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.chat.Tokenizer;
import dev.fovea.cli.demo.DemoOutcome.Measure;
import dev.fovea.contract.TokenIds;
import dev.fovea.page.Figure;
import dev.fovea.page.ReportPage;
import dev.fovea.page.RewardPlot;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJournalReader;
import dev.fovea.vision.ImageLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a report's files into the run folder: figures for scripts, a plot, and a page with a few episodes. */
final class ReportFiles {

    /** So many rollouts of a group are shown, in this order. */
    private record Shown(String group, int episodes) {}

    private static final List<Shown> SHOWN = List.of(
            new Shown("evaluation sampled", 3),
            new Shown("warm-up sampled", 2),
            new Shown("control swap", 1),
            new Shown("control blank", 1));

    private ReportFiles() {}

    static void write(DemoReport report, RunFolder folder, Tokenizer tokenizer) {
        RewardPlot plot = new RewardPlot(
                report.end().rewards(),
                report.outcome().exact(Measure.WARM_UP_SAMPLED),
                report.outcome().exact(Measure.SAMPLED));
        AssetReader assets =
                new AssetReader(AllowedRoots.of(List.of(folder.images())), ImageLimits.DEFAULT.maxEncodedBytes());
        ReportPage page = new ReportPage(id -> tokenizer.decode(TokenIds.of(id)), assets);
        folder.write("report.json", report.toJson());
        folder.write("reward.svg", plot.svg().getBytes(StandardCharsets.UTF_8));
        folder.write(
                "report.html",
                page.html(title(report), figures(report), plot, episodes(folder))
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static String title(DemoReport report) {
        return "Colour codeword, seed " + report.settings().seed();
    }

    private static List<Trace> episodes(RunFolder folder) {
        Set<String> groups = SHOWN.stream().map(Shown::group).collect(Collectors.toSet());
        List<Trace> traces = TraceJournalReader.read(folder.records(), header -> groups.contains(header.group()))
                .traces();
        return SHOWN.stream()
                .flatMap(shown -> traces.stream()
                        .filter(trace -> trace.header().group().equals(shown.group()))
                        .limit(shown.episodes()))
                .toList();
    }

    private static List<Figure> figures(DemoReport report) {
        DemoSnapshot end = report.end();
        return List.of(
                new Figure("held-out codewords after warm-up (sampled)", share(report, Measure.WARM_UP_SAMPLED)),
                new Figure("after reinforcement learning (sampled)", share(report, Measure.SAMPLED)),
                new Figure("after reinforcement learning (greedy)", share(report, Measure.GREEDY)),
                new Figure("with blank pictures", share(report, Measure.BLANK)),
                new Figure("with another task's pictures", share(report, Measure.SWAP)),
                new Figure(
                        "mean reward of the last 7 steps",
                        end.rewards().isEmpty() ? "not done" : Figures.share(end.lastMean())),
                new Figure(
                        "identity checks / violations",
                        Figures.count(end.proofs().checks()) + " / "
                                + Figures.count(end.proofs().violations())),
                new Figure("largest |sampler - trainer| log-probability", Figures.tiny(end.maxLogprobDifference())),
                new Figure(
                        "images sent / stored",
                        Figures.count(end.images().receivedImages()) + " / "
                                + Figures.count(end.images().storedImages())),
                new Figure("wall time", String.format(Locale.ROOT, "%.1f s", end.seconds())));
    }

    private static String share(DemoReport report, Measure measure) {
        OptionalDouble value = report.outcome().exact(measure);
        return value.isPresent() ? Figures.share(value.getAsDouble()) : "not done";
    }
}
