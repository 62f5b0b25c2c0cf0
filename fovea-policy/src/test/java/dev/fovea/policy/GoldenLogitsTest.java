package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenLogitsTest {

    /** Measured: 4e-6. */
    private static final float BOUND = 1e-4f;

    @ParameterizedTest
    @ValueSource(strings = {"general", "demo"})
    void aBatchOfUnequalSequencesHasTheLogitsOfTransformers(String name) {
        Golden golden = new Golden(name);
        List<Golden.Case> cases = golden.cases();

        List<float[][]> logits;
        try (TestModel model = new TestModel(golden.config(), GoldenCheckpoints.weights(golden.config()))) {
            logits = model.logits(cases);
        }

        float largest = 0;
        for (int i = 0; i < cases.size(); i++) {
            largest = Math.max(largest, difference(logits.get(i), cases.get(i).logits()));
        }
        assertThat(largest).isLessThan(BOUND);
    }

    private static float difference(float[][] ours, List<Float> theirs) {
        float largest = 0;
        int next = 0;
        for (float[] row : ours) {
            for (float value : row) {
                largest = Math.max(largest, Math.abs(value - theirs.get(next++)));
            }
        }
        assertThat(next).isEqualTo(theirs.size());
        return largest;
    }
}
