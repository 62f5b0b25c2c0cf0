package dev.fovea.training.pack;

import static dev.fovea.training.Samples.span;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked table of the training specification, section 6.2. */
class TruncationTest {

    private static final TrainingSample THREE_IMAGES = Samples.of(10, 30, span(2, 4), span(8, 6), span(20, 3));

    @ParameterizedTest
    @CsvSource({
        "1,1,0", "2,2,0", "3,2,0", "5,2,0", "6,6,1", "8,8,1", "9,8,1", "13,8,1", "14,14,2", "20,20,2", "22,20,2",
        "23,23,3"
    })
    void aCutNeverGoesThroughAnImage(int limit, int cut, int kept) {
        TrainingSample fit = new Truncation(limit).fit(THREE_IMAGES).orElseThrow();

        assertThat(fit.size()).isEqualTo(cut);
        assertThat(fit.images()).hasSize(kept);
        assertThat(fit.mask().size()).isEqualTo(cut);
        assertThat(fit.logprobs().size()).isEqualTo(cut);
    }

    @Test
    void aLeadingImageThatDoesNotFitRefusesTheSample() {
        TrainingSample leading = Samples.of(10, 9, span(0, 4));

        assertThat(new Truncation(3).fit(leading)).isEmpty();
        assertThat(new Truncation(4).fit(leading).orElseThrow().images()).hasSize(1);
    }

    @Test
    void whatFitsIsNotTouched() {
        assertThat(new Truncation(30).fit(THREE_IMAGES)).containsSame(THREE_IMAGES);
    }

    @Test
    void withoutImagesLeftAllTokenTypesAreThoseOfText() {
        assertThat(new Truncation(2).fit(THREE_IMAGES).orElseThrow().tokenTypes())
                .isEqualTo(TokenIds.of(0, 0));
    }
}
