package dev.fovea.orchestrator;

import dev.fovea.contract.TrainingSample;
import dev.fovea.training.GroupAdvantages;
import dev.fovea.training.SampleBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rollouts to samples with group-relative advantages. Failed rollouts are left out before anything is averaged. */
public final class GroupScorer {

    private final SampleBuilder samples;
    private final GroupAdvantages advantages;

    public GroupScorer(SampleBuilder samples, GroupAdvantages advantages) {
        this.samples = samples;
        this.advantages = advantages;
    }

    /** Scores one batch. */
    public ScoredBatch score(List<RolloutResult> rollouts) {
        Map<String, List<RolloutResult>> groups = new LinkedHashMap<>();
        int failed = 0;
        for (RolloutResult rollout : rollouts) {
            if (rollout.outcome().isEmpty()) {
                failed++;
                continue;
            }
            groups.computeIfAbsent(rollout.plan().group(), name -> new ArrayList<>())
                    .add(rollout);
        }
        List<TrainingSample> scored = new ArrayList<>();
        long tokens = 0;
        int dropped = 0;
        for (List<RolloutResult> group : groups.values()) {
            List<List<TrainingSample>> built = group.stream()
                    .map(rollout -> samples.sampled(rollout.trace()))
                    .toList();
            tokens += built.stream()
                    .flatMap(List::stream)
                    .mapToLong(sample -> sample.mask().count())
                    .sum();
            Optional<List<Double>> scores =
                    advantages.of(group.stream().map(RolloutResult::reward).toList());
            if (scores.isEmpty()) {
                dropped++;
                continue;
            }
            for (int i = 0; i < group.size(); i++) {
                double advantage = scores.get().get(i);
                built.get(i).forEach(sample -> scored.add(sample.withAdvantage(advantage)));
            }
        }
        double meanReward = groups.values().stream()
                .flatMap(List::stream)
                .mapToDouble(RolloutResult::reward)
                .average()
                .orElse(0.0);
        return new ScoredBatch(scored, meanReward, failed, dropped, tokens);
    }
}
