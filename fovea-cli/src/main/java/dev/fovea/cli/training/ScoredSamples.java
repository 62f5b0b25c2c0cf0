package dev.fovea.cli.training;

import dev.fovea.contract.TrainingSample;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.score.Advantages;
import dev.fovea.training.score.RolloutFacts;
import dev.fovea.training.score.ZeroVarianceFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Samples with their advantages.
 *
 * @param groups whose members were compared
 * @param equal groups that were left out, because all of their members are worth the same
 */
record ScoredSamples(List<TrainingSample> samples, int groups, long equal) {

    static ScoredSamples of(List<RecordedRollouts.Sampled> rollouts, Advantages rule) {
        Map<String, List<RecordedRollouts.Sampled>> groups = new LinkedHashMap<>();
        rollouts.forEach(rollout -> groups.computeIfAbsent(rollout.group(), name -> new ArrayList<>())
                .add(rollout));
        ZeroVarianceFilter filter = new ZeroVarianceFilter();
        List<TrainingSample> samples = new ArrayList<>();
        for (List<RecordedRollouts.Sampled> group : groups.values()) {
            List<RolloutFacts> facts =
                    group.stream().map(RecordedRollouts.Sampled::facts).toList();
            List<Double> scores = rule.of(facts);
            if (!scores.isEmpty() && !filter.admits(scores)) {
                continue;
            }
            for (int i = 0; i < group.size(); i++) {
                for (BranchSample built : group.get(i).samples()) {
                    samples.add(
                            scores.isEmpty() ? built.sample() : built.sample().withAdvantage(scores.get(i)));
                }
            }
        }
        return new ScoredSamples(samples, groups.size(), filter.dropped());
    }
}
