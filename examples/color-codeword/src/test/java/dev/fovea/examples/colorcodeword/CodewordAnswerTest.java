package dev.fovea.examples.colorcodeword;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodewordAnswerTest {

    @ParameterizedTest
    @CsvSource({
        "ABC, ABC",
        "abc, ABC",
        "'The codeword is ABC.', ABC",
        "'A, then HIG!', HIG",
        "'Zebra', EBA",
        "'no', ''",
        "'A B CD', CD",
        "'<|image_pad|>AB', AB",
        "'x_AB', AB"
    })
    void theLongestWordOfLettersCountsAndElseAllOfThemInOrder(String text, String letters) {
        assertThat(CodewordAnswer.of(text).letters()).isEqualTo(letters);
    }

    @Test
    void onlyTheWholeCodewordIsRewarded() {
        assertThat(CodewordAnswer.of("ABC").reward("ABC")).isEqualTo(1.0);
        assertThat(CodewordAnswer.of("AB").reward("ABC")).isZero();
        assertThat(CodewordAnswer.of("ABCA").reward("ABC")).isZero();
        assertThat(CodewordAnswer.of("AHC").agreement("ABC")).isEqualTo(2.0 / 3);
    }
}
