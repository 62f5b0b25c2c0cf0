package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws one token for each row of logits. Log-probabilities are a float32 log-softmax of the tempered logits, as the trainer
 * computes them; top-p narrows the draw and leaves them alone.
 */
final class Sampler {

    /** Far below every logit, and yet a number: an infinity would make no number of a row that bans all. */
    private static final float NEVER = -1e9f;

    private Sampler() {}

    /** Appends one token to every turn. */
    static void sample(Step step, NDArray logits, List<Turn> turns) {
        int vocabulary = (int) logits.getShape().get(1);
        NDArray logprobs = tempered(step, allowed(step, logits, turns), turns).logSoftmax(-1);
        float[] logged = Step.toFloats(logprobs);
        boolean drawing = turns.stream().anyMatch(turn -> turn.sampling().temperature() > 0);
        float[] probabilities = drawing ? Step.toFloats(logprobs.exp()) : logged;
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            int at = i * vocabulary;
            int id = turn.sampling().temperature() == 0
                    ? likeliest(logged, at, vocabulary)
                    : drawn(probabilities, at, vocabulary, turn.sampling().topP(), turn.nextDraw());
            turn.append(id, number(logged[at + id]));
        }
    }

    /** What is banned has no chance, before anything else is done to the logits. */
    private static NDArray allowed(Step step, NDArray logits, List<Turn> turns) {
        if (turns.stream().allMatch(turn -> turn.sampling().bannedIds().isEmpty())) {
            return logits;
        }
        int vocabulary = (int) logits.getShape().get(1);
        float[] bias = new float[turns.size() * vocabulary];
        for (int i = 0; i < turns.size(); i++) {
            for (int id : turns.get(i).sampling().bannedIds()) {
                bias[i * vocabulary + id] = NEVER;
            }
        }
        return logits.add(step.floats(bias, turns.size(), vocabulary));
    }

    private static float number(float logprob) {
        if (!Float.isFinite(logprob)) {
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED,
                    "the weights give logits that are no numbers",
                    "go back to an earlier checkpoint");
        }
        return logprob;
    }

    private static NDArray tempered(Step step, NDArray logits, List<Turn> turns) {
        float[] temperatures = new float[turns.size()];
        boolean plain = true;
        for (int i = 0; i < temperatures.length; i++) {
            double temperature = turns.get(i).sampling().temperature();
            temperatures[i] = temperature == 0 ? 1 : (float) temperature;
            plain &= temperatures[i] == 1;
        }
        return plain ? logits : logits.div(step.floats(temperatures, temperatures.length, 1));
    }

    /** The lowest id among equals. */
    private static int likeliest(float[] values, int at, int count) {
        int best = 0;
        for (int i = 1; i < count; i++) {
            if (values[at + i] > values[at + best]) {
                best = i;
            }
        }
        return best;
    }

    private static int drawn(float[] probabilities, int at, int count, double topP, double draw) {
        if (topP >= 1) {
            return walk(probabilities, at, IntStream.range(0, count).toArray(), draw);
        }
        return walk(probabilities, at, nucleus(probabilities, at, count, topP), draw);
    }

    /** The likeliest tokens that together reach {@code topP}; at least one. */
    private static int[] nucleus(float[] probabilities, int at, int count, double topP) {
        int[] ids = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer id) -> -probabilities[at + id]))
                .mapToInt(Integer::intValue)
                .toArray();
        double sum = 0;
        int size = 0;
        while (size < count && sum < topP) {
            sum += probabilities[at + ids[size++]];
        }
        return Arrays.copyOf(ids, size);
    }

    private static int walk(float[] probabilities, int at, int[] ids, double draw) {
        double sum = 0;
        for (int id : ids) {
            sum += probabilities[at + id];
        }
        double rest = draw * sum;
        int chosen = ids[0];
        for (int id : ids) {
            float probability = probabilities[at + id];
            if (probability > 0) {
                chosen = id;
                rest -= probability;
                if (rest < 0) {
                    break;
                }
            }
        }
        return chosen;
    }
}
