package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.fovea.training.LearnSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class GoldenGradientsTest {

    /** Of the largest gradient's norm. Measured: 1e-6. */
    private static final double BOUND = 2e-5;

    @ParameterizedTest
    @ValueSource(strings = {"general", "demo"})
    void everyTensorHasTheGradientOfTransformers(String name) {
        Golden golden = new Golden(name);

        compare(golden, GoldenCheckpoints.weights(golden.config()));
    }

    @Test
    void aHeadOfItsOwnHasAGradientOfItsOwn() {
        compare(Golden.published(), Golden.publishedFolder().weights(MemoryUse.TRAINED));
    }

    private static void compare(Golden golden, WeightMemory read) {
        StepLoss loss = new StepLoss(new LearnSettings(1e-3, 0.2, 1, 1));
        try (WeightMemory weights = read;
                NDManager manager = LibTorch.enterThread(1)) {
            Parameters parameters = Parameters.trained(manager, weights);
            new GradientPass(golden.config(), new Rotary(golden.config().text()), parameters, loss)
                    .run(manager, sequences(golden));

            assertThat(loss.loss()).isCloseTo(golden.root().path("loss").asDouble(), within(1e-4));
            golden.root().path("gradients").forEachEntry((tensor, recorded) -> compare(tensor, parameters, recorded));
        }
    }

    private static void compare(String tensor, Parameters parameters, JsonNode recorded) {
        NDArray gradient = parameters.get(tensor).getGradient();
        double norm = recorded.path("norm").asDouble();
        float[] values = gradient.toFloatArray();
        assertThat(Math.sqrt(squares(values))).as(tensor).isCloseTo(norm, within(BOUND * Math.max(1, norm)));
        for (int i = 0; i < recorded.path("first").size(); i++) {
            assertThat((double) values[i])
                    .as(tensor)
                    .isCloseTo(recorded.path("first").get(i).asDouble(), within(BOUND * Math.max(1, norm)));
        }
    }

    private static double squares(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return sum;
    }

    private static List<TrainedSequence> sequences(Golden golden) {
        double temperature = golden.root().path("temperature").asDouble();
        List<TrainedSequence> sequences = new ArrayList<>();
        List<Golden.Case> cases = golden.cases();
        for (int i = 0; i < cases.size(); i++) {
            Golden.Case one = cases.get(i);
            List<TrainedToken> trained = new ArrayList<>();
            for (JsonNode pair : golden.root().path("trained")) {
                int token = pair.get(1).asInt();
                if (pair.get(0).asInt() == i) {
                    trained.add(new TrainedToken(token, one.ids().get(token), temperature, 0, 0, 0, 1));
                }
            }
            trained.sort(Comparator.comparingInt(TrainedToken::index));
            sequences.add(new TrainedSequence(one.ids(), one.positions(), images(one), trained));
        }
        return sequences;
    }

    private static List<TrainedSequence.Image> images(Golden.Case one) {
        List<TrainedSequence.Image> images = new ArrayList<>();
        for (int i = 0; i < one.grids().size(); i++) {
            images.add(new TrainedSequence.Image(
                    one.grids().get(i).range(), one.pixels().get(i)));
        }
        return images;
    }
}
