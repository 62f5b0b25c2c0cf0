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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Writes a report's files into the run folder: figures for scripts, a plot, and a page with a few episodes. */
final class ReportFiles {

    private static final Map<String, Integer> EPISODES_OF_GROUP =
            Map.of("warm-up sampled", 2, "evaluation sampled", 3, "control blank", 1, "control swap", 1);

    private ReportFiles() {}

    static void write(DemoReport report, RunFolder folder, Tokenizer tokenizer) {
        RewardPlot plot = new RewardPlot(
                report.end().rewards(),
                report.outcome().exact(Measure.WARM_UP_SAMPLED),
                report.outcome().exact(Measure.SAMPLED));
        AssetReader assets = new AssetReader(
                AllowedRoots.of(List.of(folder.images())), ImageLimits.DEFAULT.maxEncodedBytes());
        ReportPage page = new ReportPage(id -> tokenizer.decode(TokenIds.of(id)), assets);
        folder.write("report.json", report.toJson());
        folder.write("reward.svg", plot.svg().getBytes(StandardCharsets.UTF_8));
        folder.write(
                "report.html",
                page.html(title(report), figures(report), plot, episodes(folder)).getBytes(StandardCharsets.UTF_8));
    }

    private static String title(DemoReport report) {
        return "Colour codeword, seed " + report.settings().seed();
    }

    private static List<Trace> episodes(RunFolder folder) {
        Set<String> groups = EPISODES_OF_GROUP.keySet();
        List<Trace> shown = new ArrayList<>();
        for (String group : groups.stream().sorted().toList()) {
            TraceJournalReader.read(folder.records(), header -> header.group().equals(group)).traces().stream()
                    .limit(EPISODES_OF_GROUP.getOrDefault(group, 0))
                    .forEach(shown::add);
        }
        return shown;
    }

    private static List<Figure> figures(DemoReport report) {
        DemoSnapshot end = report.end();
        return List.of(
                new Figure("held-out codewords after warm-up (sampled)", share(report, Measure.WARM_UP_SAMPLED)),
                new Figure("after reinforcement learning (sampled)", share(report, Measure.SAMPLED)),
                new Figure("after reinforcement learning (greedy)", share(report, Measure.GREEDY)),
                new Figure("with blank pictures", share(report, Measure.BLANK)),
                new Figure("with another task's pictures", share(report, Measure.SWAP)),
                new Figure("mean reward of the last 7 steps", Figures.share(end.lastMean())),
                new Figure(
                        "identity checks / violations",
                        Figures.count(end.proofs().checks()) + " / "
                                + Figures.count(end.proofs().violations())),
                new Figure("largest |sampler - trainer| log-probability", Figures.tiny(end.maxLogprobDifference())),
                new Figure("images sent / stored", Figures.count(end.images().receivedImages()) + " / "
                        + Figures.count(end.images().storedImages())),
                new Figure("wall time", String.format(Locale.ROOT, "%.1f s", end.seconds())));
    }

    private static String share(DemoReport report, Measure measure) {
        OptionalDouble value = report.outcome().exact(measure);
        return value.isPresent() ? Figures.share(value.getAsDouble()) : "not done";
    }
}
