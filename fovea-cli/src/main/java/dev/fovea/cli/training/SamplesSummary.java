package dev.fovea.cli.training;

import dev.fovea.contract.TrainingSample;
import dev.fovea.training.sample.RolloutCounts.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What became of rollouts, for people and for programs. */
record SamplesSummary(RecordedRollouts rollouts, ScoredSamples scored, List<Integer> lengths) {

    private static final int SHOWN_REFUSALS = 5;

    static SamplesSummary of(RecordedRollouts rollouts, ScoredSamples scored) {
        return new SamplesSummary(
                rollouts,
                scored,
                scored.samples().stream().map(TrainingSample::size).sorted().toList());
    }

    private List<TrainingSample> samples() {
        return scored.samples();
    }

    private long tokens() {
        return lengths.stream().mapToLong(Integer::longValue).sum();
    }

    private long trained() {
        return samples().stream().mapToLong(sample -> sample.mask().count()).sum();
    }

    private long images() {
        return samples().stream().mapToLong(sample -> sample.images().size()).sum();
    }

    private int length(double share) {
        return lengths.isEmpty() ? 0 : lengths.get((int) Math.round(share * (lengths.size() - 1)));
    }

    String text(@Nullable Path written) {
        StringBuilder text = new StringBuilder("rollouts\n");
        for (Outcome outcome : Outcome.values()) {
            if (rollouts.count(outcome) > 0) {
                text.append("  %-20s %,9d%n".formatted(words(outcome), rollouts.count(outcome)));
            }
        }
        if (rollouts.unfinished() > 0) {
            text.append("  %-20s %,9d%n".formatted("unfinished", rollouts.unfinished()));
        }
        rollouts.refusals().stream()
                .limit(SHOWN_REFUSALS)
                .forEach(refusal -> text.append("  refused ").append(refusal).append('\n'));
        text.append("groups\n  %-20s %,9d%n".formatted("compared", scored.groups()));
        if (scored.equal() > 0) {
            text.append("  %-20s %,9d   left out: no member is better than another%n"
                    .formatted("of equals", scored.equal()));
        }
        text.append("samples\n  %-20s %,9d%n".formatted("made", samples().size()));
        text.append("  %-20s %,9d   shortest %,d, median %,d, longest %,d%n"
                .formatted("tokens", tokens(), length(0), length(0.5), length(1)));
        text.append("  %-20s %,9d   %.1f %%%n"
                .formatted("of them trained", trained(), 100.0 * trained() / Math.max(1, tokens())));
        text.append("  %-20s %,9d   in %,d samples%n"
                .formatted(
                        "images",
                        images(),
                        samples().stream()
                                .filter(sample -> !sample.images().isEmpty())
                                .count()));
        if (written != null) {
            text.append("wrote ").append(written).append('\n');
        }
        return text.toString();
    }

    private static String words(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    ObjectNode json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ObjectNode outcomes = json.putObject("rollouts");
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome.name().toLowerCase(Locale.ROOT), rollouts.count(outcome));
        }
        outcomes.put("unfinished", rollouts.unfinished());
        rollouts.refusals().forEach(json.putArray("refusals")::add);
        json.put("groups", scored.groups()).put("groups_of_equals", scored.equal());
        json.put("samples", samples().size()).put("tokens", tokens()).put("trained_tokens", trained());
        json.put("images", images())
                .put("shortest", length(0))
                .put("median", length(0.5))
                .put("longest", length(1));
        return json;
    }
}
