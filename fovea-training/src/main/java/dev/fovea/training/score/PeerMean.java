package dev.fovea.training.score;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * GRPO where agents propose and solve: a solver is compared with others who solved the same proposal, a proposer with all
 * proposers of the group; in 64 bits. Problems of different difficulty, and different agents, are never averaged together.
 *
 * @param episodeAgents agents who are compared within one episode; all others are compared over the whole group
 */
public record PeerMean(Set<String> episodeAgents) implements Advantages {

    public PeerMean {
        episodeAgents = Set.copyOf(episodeAgents);
    }

    private record Peers(String agent, String episode) {}

    @Override
    public List<Double> of(List<RolloutFacts> group) {
        Map<Peers, double[]> sums = new HashMap<>();
        for (RolloutFacts rollout : group) {
            double[] sum = sums.computeIfAbsent(peers(rollout), peers -> new double[2]);
            sum[0] += rollout.reward();
            sum[1]++;
        }
        return group.stream()
                .map(rollout -> {
                    double[] sum = sums.getOrDefault(peers(rollout), new double[] {0, 1});
                    return rollout.reward() - sum[0] / sum[1];
                })
                .toList();
    }

    private Peers peers(RolloutFacts rollout) {
        // the agent's episode, or one that no rollout can have
        return new Peers(rollout.agent(), episodeAgents.contains(rollout.agent()) ? "=" + rollout.episode() : "");
    }
}
