package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.cli.engine.EngineChoice;
import dev.fovea.cli.engine.EngineOptions;
import dev.fovea.cli.engine.EngineSetup;
import dev.fovea.cli.engine.ReferenceFormConverter;
import dev.fovea.cli.engine.SampledVisionTokens;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.engine.vllm.InFlight;
import dev.fovea.engine.vllm.VllmSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** How an engine is named on the command line. */
class EngineChoiceTest {

    @Test
    void oneAddressIsAServerAndSeveralAreAPool() {
        assertThat(EngineChoice.parse("vllm=http://a:1")).isInstanceOf(EngineChoice.Vllm.class);
        assertThat(EngineChoice.parse("vllm=http://a:1,http://b:2"))
                .isInstanceOfSatisfying(
                        EngineChoice.VllmPool.class,
                        pool -> assertThat(pool.addresses()).hasSize(2));
        assertThat(EngineChoice.parse("references=http://a:1")).isInstanceOf(EngineChoice.References.class);
        assertThatThrownBy(() -> EngineChoice.parse("torch")).isInstanceOf(CommandLine.TypeConversionException.class);
    }

    @Test
    void defaultsAreThoseOfTheEngine() {
        assertThat(parsed()).isEqualTo(EngineSetup.EMBEDDED);
    }

    @Test
    void everySettingReachesTheEngine() {
        EngineSetup setup = parsed(
                "--engine=references=http://a:1",
                "--weights-in-flight=keep",
                "--reference-form=F3",
                "--weight-checksums=0",
                "--ban-vision-tokens");

        assertThat(setup.server())
                .isEqualTo(VllmSettings.defaults()
                        .withInFlight(InFlight.KEEP)
                        .withReferences(MmRef.Form.F3)
                        .withChecksumBytes(0));
        assertThat(setup.visionTokens()).isEqualTo(SampledVisionTokens.BANNED);
    }

    @ParameterizedTest
    @CsvSource({"auto,F2", "F1,F1", "f2,F2", "F3,F3"})
    void automaticReferencesAreF2(String written, MmRef.Form form) {
        assertThat(new ReferenceFormConverter().convert(written)).isEqualTo(form);
    }

    @Test
    void anUnknownFormIsRefused() {
        assertThatThrownBy(() -> new ReferenceFormConverter().convert("F4"))
                .hasMessageContaining("auto, F1, F2 and F3");
    }

    private static EngineSetup parsed(String... arguments) {
        EngineOptions options = new EngineOptions();
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.addMixin("engine", CommandLine.Model.CommandSpec.forAnnotatedObject(options));
        new CommandLine(spec).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return options.setup();
    }
}
