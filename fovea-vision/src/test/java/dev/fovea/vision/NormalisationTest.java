package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bits of image-processing.md, section 3.3. */
class NormalisationTest {

    @ParameterizedTest
    @CsvSource({
        "0.48145466,0.26862954,0,bfe568dc,bfe568dc",
        "0.48145466,0.26862954,1,bfe38a80,bfe38a7f",
        "0.48145466,0.26862954,128,3d9c560e,3d9c5620",
        "0.48145466,0.26862954,255,3ff71542,3ff71541",
        "0.4578275,0.26130258,0,bfe044b7,bfe044b8",
        "0.4578275,0.26130258,1,bfde58f1,bfde58f1",
        "0.4578275,0.26130258,128,3e2cf360,3e2cf36b",
        "0.4578275,0.26130258,255,4004cae4,4004cae5",
        "0.40821073,0.27577711,0,bfbd77d8,bfbd77d8",
        "0.40821073,0.27577711,1,bfbba5e2,bfbba5e1",
        "0.40821073,0.27577711,128,3eae0dc1,3eae0dc4",
        "0.40821073,0.27577711,255,40095661,40095660",
        "0.5,0.5,0,bf800000,bf800000",
        "0.5,0.5,1,bf7dfdfe,bf7dfdfe",
        "0.5,0.5,127,bb808081,bb808080",
        "0.5,0.5,128,3b808081,3b808100",
        "0.5,0.5,255,3f800000,3f800000"
    })
    void eachArithmeticGivesItsOwnBits(double mean, double std, int sample, String fused, String twoStep) {
        assertThat(bits(Normalisation.FUSED.value(sample, mean, std))).isEqualTo(fused);
        assertThat(bits(Normalisation.TWO_STEP.value(sample, mean, std))).isEqualTo(twoStep);
    }

    @Test
    void theTwoDifferForHalfOfAllSamplesAndAgreeAsBfloat16() {
        int different = 0;
        for (int sample = 0; sample < 256; sample++) {
            float fused = Normalisation.FUSED.value(sample, 0.5, 0.5);
            float twoStep = Normalisation.TWO_STEP.value(sample, 0.5, 0.5);
            different += fused == twoStep ? 0 : 1;
            assertThat(bfloat16(fused)).isEqualTo(bfloat16(twoStep));
        }
        assertThat(different).isEqualTo(128);
    }

    private static String bits(float value) {
        return HexFormat.of().toHexDigits(Float.floatToRawIntBits(value));
    }

    /** Rounds to nearest, ties to even. */
    private static int bfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
    }
}
