package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the README promises: one command, from pictures to a report. One training step, since learning is shown elsewhere. */
class DemoTest {

    private static final int SQUARES = 9;
    private static final double MOST_LOGPROB_DIFFERENCE = 1e-4;
    private static final double MOST_KL = 1e-7;

    @TempDir
    private static Path folder;

    private static Path run;
    private static String said = "";
    private static JsonNode report = new JsonMapper().createObjectNode();

    @BeforeAll
    static void runTheDemoOnce() throws IOException, InterruptedException {
        run = folder.resolve("run");
        said = demo("first", "--steps", "1", "--out", run.toString());
        report = report(run);
    }

    private static String demo(String name, String... options) throws InterruptedException {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "demo";
        System.arraycopy(options, 0, arguments, 1, options.length);
        try (DemoProcess demo = DemoProcess.start(folder.resolve(name + ".output"), arguments)) {
            assertThat(demo.exitCode()).as(demo.output()).isZero();
            return demo.output();
        }
    }

    private static JsonNode report(Path run) throws IOException {
        return new JsonMapper().readTree(Files.readAllBytes(run.resolve("report.json")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/wall_seconds",
                "/reward/per_step",
                "/reward/last7_mean",
                "/warmup/sampled",
                "/warmup/greedy",
                "/evaluation/sampled",
                "/evaluation/greedy",
                "/controls/blank",
                "/controls/swap",
                "/controls/no_advantage_gain",
                "/checks",
                "/violations",
                "/null_items",
                "/turns_lost",
                "/images/stored_count",
                "/images/sent_bytes",
                "/images/stored_bytes",
                "/images/engine_bytes",
                "/mismatch/max_abs_logprob_diff",
                "/mismatch/kl"
            })
    void theReportHasEveryKeyThatScriptsRelyOn(String key) {
        assertThat(report.at(key).isMissingNode()).isFalse();
        if (!key.equals("/controls/no_advantage_gain")) {
            assertThat(report.at(key).isNull()).isFalse();
        }
    }

    @Test
    void everyIdentityHeld() {
        assertThat(report.path("checks").asLong()).isGreaterThan(1000);
        assertThat(report.path("violations").asLong()).isZero();
        assertThat(report.path("null_items").asLong()).isZero();
        assertThat(report.path("turns_lost").asLong()).isZero();
        for (var proof : report.path("proofs").properties()) {
            assertThat(proof.getValue().path("checks").asLong())
                    .as(proof.getKey())
                    .isPositive();
        }
    }

    @Test
    void eachDistinctImageIsStoredOnce() throws IOException {
        assertThat(report.at("/images/stored_count").asLong()).isEqualTo(SQUARES);
        assertThat(report.at("/images/sent_bytes").asLong())
                .isGreaterThan(100 * report.at("/images/stored_bytes").asLong());
        try (var files = Files.list(run.resolve("assets/images"))) {
            // and the grey one of the blank control
            assertThat(files.count()).isEqualTo(SQUARES + 1);
        }
    }

    @Test
    void samplerAndTrainerAgree() {
        assertThat(report.at("/mismatch/max_abs_logprob_diff").asDouble()).isBetween(0.0, MOST_LOGPROB_DIFFERENCE);
        assertThat(Math.abs(report.at("/mismatch/kl").asDouble())).isLessThan(MOST_KL);
    }

    @Test
    void theWarmUpLeavesSomethingToLearn() {
        assertThat(report.at("/warmup/sampled").asDouble()).isBetween(0.02, 0.40);
        assertThat(report.at("/reward/per_step").size()).isEqualTo(1);
        assertThat(report.at("/controls/blank").asDouble()).isLessThanOrEqualTo(0.05);
        assertThat(report.at("/controls/swap").asDouble()).isLessThanOrEqualTo(0.05);
    }

    @Test
    void theRunFolderHoldsAPageAPlotAndACheckpoint() throws IOException {
        assertThat(Files.readString(run.resolve("report.html"), StandardCharsets.UTF_8))
                .contains("data:image/png;base64,")
                .doesNotContain("src=\"http")
                .doesNotContain("file://");
        assertThat(Files.readString(run.resolve("reward.svg"), StandardCharsets.UTF_8))
                .startsWith("<svg");
        assertThat(run.resolve("checkpoint/model.safetensors")).isNotEmptyFile();
        assertThat(run.resolve("checkpoint/tokenizer.json")).isNotEmptyFile();
        try (var files = Files.walk(run)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".tmp"));
        }
    }

    @Test
    void theOutputEndsWithATableAndNoTrace() {
        assertThat(said)
                .contains("held-out codewords")
                .contains("0 violations")
                .contains("report.html")
                .doesNotContain("\tat ")
                .doesNotContain("WARNING");
    }

    @Test
    void theTrainedCheckpointIsEvaluatedWithoutTraining() throws IOException, InterruptedException {
        Path again = folder.resolve("again");
        demo("again", "--checkpoint", run.resolve("checkpoint").toString(), "--steps", "0", "--out", again.toString());

        JsonNode evaluated = report(again);
        assertThat(evaluated.path("violations").asLong()).isZero();
        assertThat(evaluated.at("/evaluation/greedy").asDouble())
                .isEqualTo(report.at("/evaluation/greedy").asDouble());
        assertThat(evaluated.at("/reward/per_step").size()).isZero();
        assertThat(evaluated.at("/reward/last7_mean").isNull()).isTrue();
    }

    @Test
    void aWarmUpAloneKeepsItsCheckpoint() throws IOException, InterruptedException {
        Path warm = folder.resolve("warm");
        demo("warm", "--warmup-only", "--checkpoint", run.resolve("checkpoint").toString(), "--out", warm.toString());

        assertThat(report(warm).at("/evaluation/sampled").isNull()).isTrue();
        assertThat(report(warm).at("/warmup/sampled").isNull()).isFalse();
        assertThat(warm.resolve("checkpoint/model.safetensors")).isNotEmptyFile();
    }
}
