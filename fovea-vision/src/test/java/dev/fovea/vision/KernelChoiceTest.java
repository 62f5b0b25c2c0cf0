package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.SetupException;
import org.junit.jupiter.api.Test;

class KernelChoiceTest {

    @Test
    void theSettingNamesAKernel() {
        assertThat(KernelChoice.of("scalar").kernel().id()).isEqualTo("scalar");
        assertThat(KernelChoice.of("auto").kernel().id()).isEqualTo(KernelChoice.hasVectors() ? vector() : "scalar");
    }

    @Test
    void anotherSettingIsRefusedByName() {
        assertThatThrownBy(() -> KernelChoice.of("fast"))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("fovea.vision.kernel is fast");
    }

    private static String vector() {
        return KernelChoice.of("vector").kernel().id();
    }
}
