package dev.fovea.orchestrator;

import dev.fovea.contract.TrainingSample;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.score.Advantages;
import dev.fovea.training.score.RolloutFacts;
import dev.fovea.training.score.Unscored;
import dev.fovea.training.score.ZeroVarianceFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rollouts to samples with group-relative advantages. Failed rollouts are left out before anything is averaged. */
public final class GroupScorer {

    private final SampleBuilder samples;
    private final Advantages advantages;
    private final ZeroVarianceFilter teaching = new ZeroVarianceFilter();

    public GroupScorer(SampleBuilder samples, Advantages advantages) {
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
            List<Double> scores = scores(group);
            if (scores.isEmpty()) {
                dropped++;
                continue;
            }
            for (int i = 0; i < group.size(); i++) {
                double advantage = scores.get(i);
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

    /** One a rollout; none where the group teaches nothing. A rule that compares nothing scores 0 and leaves nothing out. */
    private List<Double> scores(List<RolloutResult> group) {
        List<Double> scores = advantages.of(group.stream()
                .map(rollout -> RolloutFacts.rewarded(rollout.reward()))
                .toList());
        if (advantages instanceof Unscored) {
            return Collections.nCopies(group.size(), 0.0);
        }
        return teaching.admits(scores) ? scores : List.of();
    }
}
