package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PythonTextTest {

    @Test
    void stripsWhatPythonCallsSpaceAndNothingElse() {
        StringBuilder spaces = new StringBuilder();
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            spaces.append(PythonText.isSpace(c) ? String.valueOf(c) : "");
        }

        assertThat(PythonText.strip(spaces + "a b\u200b" + spaces)).isEqualTo("a b\u200b");
        assertThat(PythonText.strip(spaces.toString())).isEmpty();
        assertThat(spaces).hasSize(29); // CPython 3.11: sum(chr(i).isspace() for i in range(0x110000))
    }
}
