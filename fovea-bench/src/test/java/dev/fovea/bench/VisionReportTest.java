package dev.fovea.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VisionReportTest {

    private static final Path JPEG = Path.of("a.jpg");
    private static final Path PNG = Path.of("b.png");

    @Test
    void aMultipleIsOfTheFasterRivalOnThePictureWhereWeDoWorst() {
        VisionReport report = new VisionReport(
                List.of(JPEG, PNG),
                Map.of(
                        "fovea", Map.of(JPEG, times(2, 4, 0.01), PNG, times(1, 8, 0.02)),
                        "transformers", Map.of(JPEG, times(10, 12, 0), PNG, times(10, 12, 0)),
                        "llm-multimodal", Map.of(JPEG, times(6, 20, 0), PNG, times(6, 20, 0))),
                Map.of(),
                Map.of(),
                Map.of("1", 1.0));

        JsonNode json = JsonMapper.builder().build().readTree(report.json());

        assertThat(json.get("processing_uint8").asDouble()).isEqualTo(3);
        assertThat(json.get("jpeg_uint8").asDouble()).isEqualTo(3);
        assertThat(json.get("png_uint8").asDouble()).isEqualTo(1.5);
        assertThat(json.get("layout").asDouble())
                .as("12 ms to decode and process")
                .isEqualTo(600);
        assertThat(json.get("processing_float32").isNull()).isTrue();
    }

    @Test
    void theFastestRoundCounts() {
        Times times = times(3, 7, 1);
        times.addAll(times(2, 9, 1));

        assertThat(times.get(Step.PROCESSING_UINT8)).hasValue(2);
        assertThat(times.get(Step.WHOLE_UINT8)).hasValue(7);
        assertThat(times.get(Step.DECODE)).isEmpty();
    }

    private static Times times(double processing, double whole, double layout) {
        Times times = new Times();
        times.add(Step.PROCESSING_UINT8, processing);
        times.add(Step.WHOLE_UINT8, whole);
        if (layout > 0) {
            times.add(Step.LAYOUT, layout);
        }
        return times;
    }
}
