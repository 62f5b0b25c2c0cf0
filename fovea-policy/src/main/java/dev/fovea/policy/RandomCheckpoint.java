package dev.fovea.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Writes a checkpoint that has learned nothing. Matrices are normal with a deviation of 1/sqrt(fan-in), the ones that write into
 * the residual stream further divided by sqrt(2 x layers), embeddings 0.1, norms 1, biases 0: measured to learn the
 * colour-codeword task in two thirds of the steps that the usual 0.02 needs.
 */
public final class RandomCheckpoint {

    private static final double EMBEDDING_DEVIATION = 0.1;
    private static final List<String> RESIDUAL_WRITERS =
            List.of("self_attn.o_proj", "mlp.down_proj", "attn.proj", "mlp.linear_fc2");

    private RandomCheckpoint() {}

    /**
     * Writes the folder; equal arguments give equal bytes, on every machine.
     *
     * @param folder a free name; appears whole or not at all
     * @param otherFiles what else belongs into it, by name: tokenizer, preprocessor settings
     */
    public static void write(Path folder, Qwen3VlConfig config, long seed, Map<String, byte[]> otherFiles) {
        Map<String, byte[]> files = new TreeMap<>(otherFiles);
        files.put(CheckpointFolder.CONFIG, ConfigWriter.write(config));
        try (WeightMemory weights = new WeightMemory(WeightPlan.of(config))) {
            fill(weights, config, new SplittableRandom(seed));
            CheckpointFolder.write(folder, files, weights);
        }
    }

    private static void fill(WeightMemory weights, Qwen3VlConfig config, SplittableRandom random) {
        for (WeightPlan.Tensor tensor : weights.plan().tensors()) {
            if (tensor.shape().size() > 1) {
                fillNormal(weights, tensor, deviation(tensor, config), random);
            } else {
                float constant = tensor.name().endsWith(".bias") ? 0 : 1;
                for (long i = 0; i < tensor.size(); i++) {
                    weights.set(tensor, i, constant);
                }
            }
        }
    }

    private static double deviation(WeightPlan.Tensor tensor, Qwen3VlConfig config) {
        String name = tensor.name();
        if (name.endsWith("embed_tokens.weight") || name.endsWith("pos_embed.weight")) {
            return EMBEDDING_DEVIATION;
        }
        long fanIn = tensor.size() / tensor.shape().getFirst();
        int layers = name.startsWith("model.visual.")
                ? config.vision().depth()
                : config.text().layers();
        boolean writesResidual =
                !name.contains("merger") && RESIDUAL_WRITERS.stream().anyMatch(name::contains);
        return 1 / Math.sqrt(fanIn * (writesResidual ? 2.0 * layers : 1.0));
    }

    /** Marsaglia's polar method, in strict arithmetic: the library's own generator may change between Java releases. */
    private static void fillNormal(
            WeightMemory weights, WeightPlan.Tensor tensor, double deviation, SplittableRandom random) {
        for (long i = 0; i < tensor.size(); ) {
            double x = 2 * random.nextDouble() - 1;
            double y = 2 * random.nextDouble() - 1;
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                double scale = deviation * Math.sqrt(-2 * StrictMath.log(square) / square);
                weights.set(tensor, i++, (float) (x * scale));
                if (i < tensor.size()) {
                    weights.set(tensor, i++, (float) (y * scale));
                }
            }
        }
    }
}
