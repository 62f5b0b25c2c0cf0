package dev.fovea.vision;

/**
 * From an 8-bit sample to a normalised float, in arithmetics that differ in the last bit for about half of all samples. Each step
 * is rounded to 32 bits as written; a wider intermediate would change the result.
 */
public enum Normalisation {
    /** torchvision: {@code (v - mean * 255) / (std * 255)}. */
    FUSED("fused") {
        @Override
        float value(int sample, double mean, double std) {
            float scaledMean = (float) mean * 255f;
            float scaledStd = (float) std * 255f;
            return (sample - scaledMean) / scaledStd;
        }
    },
    /** transformers' Pillow backend: rescale in double, round, then normalise. */
    TWO_STEP("two-step") {
        @Override
        float value(int sample, double mean, double std) {
            float rescaled = (float) (sample * (1.0 / 255.0));
            return (rescaled - (float) mean) / (float) std;
        }
    },
    /** vLLM's processor for Kimi: {@code (v / 255 - mean) * (1 / std)}, the reciprocal rounded as well. */
    RECIPROCAL("reciprocal") {
        @Override
        float value(int sample, double mean, double std) {
            float reciprocal = 1f / (float) std;
            return (sample / 255f - (float) mean) * reciprocal;
        }
    };

    private static final int SAMPLES = 256;

    private final String id;

    Normalisation(String id) {
        this.id = id;
    }

    /** Names the arithmetic in processor fingerprints. */
    public String id() {
        return id;
    }

    abstract float value(int sample, double mean, double std);

    /** All 256 values of one channel. */
    float[] table(double mean, double std) {
        float[] table = new float[SAMPLES];
        for (int sample = 0; sample < SAMPLES; sample++) {
            table[sample] = value(sample, mean, std);
        }
        return table;
    }
}
