package dev.fovea.families.kimik25;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageSize;
import dev.fovea.families.ImageGolden;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class NavitResizeTest {

    @Test
    void everyGoldenSizeIsResizedAndPaddedAsTheReferenceDoesOrRefusedAsItDoes() {
        List<JsonNode> rows = ImageGolden.lines("/images/layout.jsonl.gz").stream()
                .filter(row -> row.get("function").asString().equals("navit_resize"))
                .toList();
        assertThat(rows).hasSize(800);

        for (JsonNode row : rows) {
            int patch = row.get("patch").asInt();
            int merge = row.get("merge").asInt();
            NavitResize resize = new NavitResize(
                    patch,
                    merge,
                    row.get("patch_limit").asInt(),
                    row.get("side_limit").asInt());
            if (row.has("error")) {
                assertThatThrownBy(() -> resize.resized(source(row))).isInstanceOf(IllegalArgumentException.class);
                continue;
            }
            ImageSize resized = resize.resized(source(row));
            ImageSize padded = resize.padded(resized);

            assertThat(resized).as(row.toString()).isEqualTo(size(row.get("resized")));
            assertThat(padded).as(row.toString()).isEqualTo(size(row.get("padded")));
            assertThat(padded.height() / patch)
                    .isEqualTo(row.get("grid_thw").get(1).asInt());
            assertThat(padded.width() / patch)
                    .isEqualTo(row.get("grid_thw").get(2).asInt());
            int pad = patch * merge;
            assertThat((padded.height() / pad) * (padded.width() / pad))
                    .isEqualTo(row.get("tokens").asInt());
        }
    }

    private static ImageSize source(JsonNode row) {
        return new ImageSize(row.get("width").asInt(), row.get("height").asInt());
    }

    private static ImageSize size(JsonNode heightAndWidth) {
        return new ImageSize(
                heightAndWidth.get(1).asInt(), heightAndWidth.get(0).asInt());
    }
}
