package dev.fovea.families.qwenvl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.ImageGolden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SmartResizeTest {

    @Test
    void everyGoldenSizeIsResizedAsTransformersDoesOrRefusedAsItDoes() {
        for (JsonNode row : rows()) {
            int patch = row.get("patch").asInt();
            SmartResize resize = new SmartResize(
                    patch * row.get("merge").asInt(),
                    row.get("min_pixels").asLong(),
                    row.get("max_pixels").asLong());
            if (row.get("height").asInt() == 0 || row.get("width").asInt() == 0) {
                assertThatThrownBy(() -> source(row)).as(row.toString()).isInstanceOf(IllegalArgumentException.class);
            } else if (row.has("error")) {
                String ratio = row.at("/error/message").asString().replaceAll(".*got ", "");
                assertThatThrownBy(() -> resize.resized(source(row)))
                        .as(row.toString())
                        .isInstanceOfSatisfying(
                                RequestException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_IMAGE))
                        .hasMessageContaining(" of " + Double.parseDouble(ratio) + ",");
            } else {
                ImageSize resized = resize.resized(source(row));

                assertThat(resized)
                        .as(row.toString())
                        .isEqualTo(new ImageSize(
                                row.get("resized").get(1).asInt(),
                                row.get("resized").get(0).asInt()));
                assertThat(resized.height() / patch)
                        .isEqualTo(row.get("grid_thw").get(1).asInt());
                assertThat(resized.width() / patch)
                        .isEqualTo(row.get("grid_thw").get(2).asInt());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "720,1280,704,1280", // 22.5 rounds to the even 22
        "42,70,224,352",
        "14,28,192,384",
        "1,200,32,3648", // exactly 200 passes
        "4096,4096,4096,4096", // the bound itself does not shrink
        "4112,4096,4096,4096",
        "5000,7000,3456,4832",
        "30000,200,30016,192"
    })
    void roundingBoundariesOfQwen3(int height, int width, int rows, int columns) {
        assertThat(QwenVlGolden.QWEN3.smartResize().resized(new ImageSize(width, height)))
                .isEqualTo(new ImageSize(columns, rows));
    }

    private static ImageSize source(JsonNode row) {
        return new ImageSize(row.get("width").asInt(), row.get("height").asInt());
    }

    private static List<JsonNode> rows() {
        List<JsonNode> rows = ImageGolden.lines("/images/layout.jsonl.gz").stream()
                .filter(row -> row.get("function").asString().equals("smart_resize"))
                .toList();
        assertThat(rows).hasSize(3016);
        return rows;
    }
}
