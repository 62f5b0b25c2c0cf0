package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class AdamWTest {

    @Test
    void threeStepsAreThoseOfThePaper() {
        double weight;
        double expected = 0.5;
        double mean = 0;
        double variance = 0;
        double[] gradients = {0.3, -0.1, 0.02};

        try (WeightMemory memory = new WeightMemory(WeightPlan.of(GoldenCheckpoints.GENERAL));
                NDManager manager = LibTorch.enterThread(1)) {
            memory.all().setAtIndex(ValueLayout.JAVA_FLOAT, 5, 0.5f);
            AdamW optimiser = new AdamW(manager, memory);
            for (int step = 1; step <= 3; step++) {
                double gradient = gradients[step - 1] * 0.5;
                optimiser.update(manager.full(new Shape(memory.plan().size()), (float) gradients[step - 1]), 0.5, 0.01);
                mean = 0.9 * mean + 0.1 * gradient;
                variance = 0.95 * variance + 0.05 * gradient * gradient;
                double deviation = Math.sqrt(variance / (1 - Math.pow(0.95, step)));
                expected -= 0.01 * mean / (1 - Math.pow(0.9, step)) / (deviation + 1e-8);
            }
            weight = memory.all().getAtIndex(ValueLayout.JAVA_FLOAT, 5);
        }

        assertThat(weight).isCloseTo(expected, within(1e-6));
    }
}
