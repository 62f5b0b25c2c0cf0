package dev.fovea.training.score;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GRPO without its deviation: the reward less the group's mean, in 32 bits.
 *
 * @param penalty makes long rollouts worth less before the mean is taken; null for none
 */
public record GroupMean(@Nullable LengthPenalty penalty) implements Advantages {

    @Override
    public List<Double> of(List<RolloutFacts> group) {
        if (group.isEmpty()) {
            return List.of();
        }
        float[] rewards = Float32.of(group, RolloutFacts::reward);
        float[] shaped = penalty == null ? rewards : shaped(group, rewards, penalty);
        return less(shaped, Float32.mean(shaped));
    }

    private static float[] shaped(List<RolloutFacts> group, float[] rewards, LengthPenalty weights) {
        float[] output = Float32.of(group, RolloutFacts::outputTokens);
        float[] total = Float32.of(group, RolloutFacts::totalTokens);
        float[] turns = Float32.of(group, RolloutFacts::turns);
        float[] input = new float[total.length];
        for (int i = 0; i < input.length; i++) {
            input[i] = total[i] - output[i];
        }
        float mean = Float32.mean(rewards);
        float mostOutput = Math.max(1, Float32.max(output));
        float mostInput = Math.max(1, Float32.max(input));
        float mostTurns = Math.max(1, Float32.max(turns));
        float[] shaped = new float[rewards.length];
        for (int i = 0; i < shaped.length; i++) {
            float share = (float) weights.outputTokens() * (output[i] / mostOutput)
                    + (float) weights.inputTokens() * (input[i] / mostInput)
                    + (float) weights.turns() * (turns[i] / mostTurns);
            shaped[i] = rewards[i] - mean * share;
        }
        return shaped;
    }

    static List<Double> less(float[] values, float baseline) {
        List<Double> differences = new ArrayList<>(values.length);
        for (float value : values) {
            differences.add((double) (value - baseline));
        }
        return differences;
    }
}
