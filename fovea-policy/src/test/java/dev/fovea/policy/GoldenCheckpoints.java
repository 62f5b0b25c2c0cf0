package dev.fovea.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The checkpoints that the recorded answers of transformers belong to: no weight is 0 or 1, so that none can be forgotten. Run
 * {@code main FOLDER} to write them for {@code src/test/python/record_golden.py}.
 */
final class GoldenCheckpoints {

    static final Qwen3VlConfig.SpecialTokens TOKENS = new Qwen3VlConfig.SpecialTokens(90, 91, 92, 93, 94, 95);

    /** Two key/value heads, three layers, two deepstack levels and an odd mrope split: nothing the demonstration has. */
    static final Qwen3VlConfig GENERAL = new Qwen3VlConfig(
            new Qwen3VlConfig.Text(
                    96, 32, 3, 4, 2, 16, 48, 512, 1e-6, 5_000_000, List.of(4, 2, 2), Qwen3VlConfig.Head.TIED),
            new Qwen3VlConfig.Vision(24, 3, 3, 40, 3, 4, 2, 2, 32, 49, 10_000, List.of(2, 0)),
            TOKENS);

    static final Map<String, Qwen3VlConfig> ALL = Map.of("general", GENERAL, "demo", Qwen3VlConfig.demo(96, TOKENS));

    private GoldenCheckpoints() {}

    public static void main(String[] arguments) {
        ALL.forEach((name, config) -> write(Path.of(arguments[0], name), config));
    }

    static void write(Path folder, Qwen3VlConfig config) {
        try (WeightMemory weights = weights(config)) {
            CheckpointFolder.write(folder, Map.of(CheckpointFolder.CONFIG, ConfigWriter.write(config)), weights);
        }
    }

    static WeightMemory weights(Qwen3VlConfig config) {
        WeightMemory weights = new WeightMemory(WeightPlan.of(config));
        SplittableRandom random = new SplittableRandom(11);
        for (WeightPlan.Tensor tensor : weights.plan().tensors()) {
            boolean matrix = tensor.shape().size() > 1;
            double spread = tensor.name().contains("embed") && !tensor.name().contains("proj")
                    ? 0.5
                    : matrix ? Math.sqrt(3.0 * tensor.shape().getFirst() / tensor.size()) : 0.2;
            double centre = matrix || tensor.name().endsWith(".bias") ? 0 : 1;
            for (long i = 0; i < tensor.size(); i++) {
                weights.set(tensor, i, (float) (centre + spread * (2 * random.nextDouble() - 1)));
            }
        }
        return weights;
    }
}
