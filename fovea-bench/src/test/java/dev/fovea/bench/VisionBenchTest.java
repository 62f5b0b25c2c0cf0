package dev.fovea.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole way once, with neither rival: figures of a test run mean nothing. */
class VisionBenchTest {

    @Test
    void aRivalThatIsNotInstalledIsNamedAsMissing() {
        VisionReport report =
                VisionBench.run(new VisionBenchSettings("no-such-python", "/no/such/peer", List.of(), 1, 1));

        JsonNode json = JsonMapper.builder().build().readTree(report.json());
        assertThat(json.at("/missing/transformers").asString()).contains("no-such-python");
        assertThat(json.at("/missing/llm-multimodal").asString()).contains("/no/such/peer");
        assertThat(json.get("jpeg_float32").isNull()).isTrue();
        assertThat(json.at("/milliseconds/fovea/screenshot.png/processing_uint8")
                        .asDouble())
                .isPositive();
        assertThat(json.at("/scaling/1").asDouble()).isEqualTo(1);
        assertThat(report.table())
                .contains("transformers: MISSING")
                .contains("llm-multimodal: MISSING")
                .contains("screenshot.jpg whole_float32");
    }
}
