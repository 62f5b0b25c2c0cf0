package dev.fovea.cli.training;

import dev.fovea.training.PackSettings;
import dev.fovea.training.pack.ImageContent;
import dev.fovea.training.pack.PackCounts;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.PlannedRow;
import dev.fovea.training.pack.RankLoad;
import dev.fovea.training.pack.RefusedSample;
import dev.fovea.training.pack.SampleFault;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What packing did, for people and for programs. */
record PackSummary(PackedStep packed, PackSettings settings, long step) {

    private static final int BAR = 40;
    private static final int SHOWN_RANKS = 32;
    private static final int SHOWN_REFUSALS = 5;

    private Map<SampleFault, Integer> faults() {
        Map<SampleFault, Integer> faults = new EnumMap<>(SampleFault.class);
        packed.counts().refused().forEach(refused -> faults.merge(refused.fault(), 1, Integer::sum));
        return faults;
    }

    private long tokens(int rank) {
        return packed.plan().ranks().get(rank).stream()
                .mapToLong(PlannedRow::tokens)
                .sum();
    }

    private long imageRows() {
        return packed.plan().ranks().getFirst().stream()
                .filter(row -> row.content() == ImageContent.IMAGES)
                .count();
    }

    private double fill() {
        long rows = packed.plan().ranks().stream().mapToLong(List::size).sum();
        long tokens = 0;
        for (int rank = 0; rank < settings.ranks(); rank++) {
            tokens += tokens(rank);
        }
        return rows == 0 ? 0 : (double) tokens / rows / settings.sequenceTokens();
    }

    String text() {
        PackCounts counts = packed.counts();
        RankLoad load = packed.plan().load();
        StringBuilder text = new StringBuilder("step %d%n".formatted(step));
        text.append("samples   %,d packed, %,d cut (%,d images lost), %,d refused%n"
                .formatted(
                        counts.packed(),
                        counts.cutSamples(),
                        counts.cutImages(),
                        counts.refused().size()));
        faults().forEach((fault, count) -> text.append("          %,d %s%n".formatted(count, fault.wire())));
        counts.refused().stream()
                .limit(SHOWN_REFUSALS)
                .map(RefusedSample::toString)
                .forEach(refused -> text.append("          ").append(refused).append('\n'));
        text.append(
                "rows      %,d for each of %,d ranks, %,d of them with images; %.1f %% full, %,d fillers, %,d tokens of padding%n"
                        .formatted(
                                load.rowsEach(),
                                settings.ranks(),
                                imageRows(),
                                100 * fill(),
                                load.fillers(),
                                load.paddingTokens()));
        long most = load.costs().stream().mapToLong(Long::longValue).max().orElse(1);
        for (int rank = 0; rank < Math.min(settings.ranks(), SHOWN_RANKS); rank++) {
            long cost = load.costs().get(rank);
            int bar = most == 0 ? 0 : (int) Math.round((double) BAR * cost / most);
            text.append(
                    "rank %-4d %s %,d tokens%n".formatted(rank, "█".repeat(bar) + "░".repeat(BAR - bar), tokens(rank)));
        }
        text.append("balance   the busiest rank has %.4f times the mean work%n".formatted(load.imbalance()));
        return text.toString();
    }

    ObjectNode json() {
        PackCounts counts = packed.counts();
        RankLoad load = packed.plan().load();
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("step", step).put("packed", counts.packed()).put("cut_samples", counts.cutSamples());
        json.put("cut_images", counts.cutImages())
                .put("refused", counts.refused().size());
        ObjectNode faults = json.putObject("faults");
        faults().forEach((fault, count) -> faults.put(fault.wire(), count));
        json.put("ranks", settings.ranks()).put("rows_each", load.rowsEach()).put("image_rows_each", imageRows());
        json.put("fill", fill()).put("fillers", load.fillers()).put("padding_tokens", load.paddingTokens());
        load.costs().forEach(json.putArray("costs")::add);
        json.put("imbalance", load.imbalance());
        return json;
    }
}
