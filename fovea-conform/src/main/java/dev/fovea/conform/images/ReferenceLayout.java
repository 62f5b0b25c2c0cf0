package dev.fovea.conform.images;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.kimik25.NavitResize;
import dev.fovea.families.qwenvl.SmartResize;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The references' size functions, by the names of the corpus. */
enum ReferenceLayout {
    SMART_RESIZE("smart_resize") {
        @Override
        String answer(JsonNode row) {
            ImageSize resized = new SmartResize(
                            row.path("patch").asInt() * row.path("merge").asInt(),
                            row.path("min_pixels").asLong(),
                            row.path("max_pixels").asLong())
                    .resized(source(row));
            return answer(row, resized, resized);
        }
    },
    NAVIT_RESIZE("navit_resize") {
        @Override
        String answer(JsonNode row) {
            NavitResize navit = new NavitResize(
                    row.path("patch").asInt(),
                    row.path("merge").asInt(),
                    row.path("patch_limit").asInt(),
                    row.path("side_limit").asInt());
            ImageSize resized = navit.resized(source(row));
            return answer(row, resized, navit.padded(resized));
        }
    };

    static final String REFUSED = "refused";

    private final String function;

    ReferenceLayout(String function) {
        this.function = function;
    }

    /** Resized size, grid and pads in one line. */
    abstract String answer(JsonNode row);

    /** The line of a row, or {@link #REFUSED}: a size of nothing is no size here, and a division by zero there. */
    String answerOrRefusal(JsonNode row) {
        try {
            return answer(row);
        } catch (RequestException | IllegalArgumentException e) {
            return REFUSED;
        }
    }

    static Optional<ReferenceLayout> named(String function) {
        return Stream.of(values())
                .filter(layout -> layout.function.equals(function))
                .findFirst();
    }

    /** The line that a record expects. */
    static String expected(JsonNode row) {
        if (row.has("error")) {
            return REFUSED;
        }
        JsonNode resized = row.path("resized");
        List<Integer> grid =
                row.path("grid_thw").values().stream().map(JsonNode::asInt).toList();
        return resized.path(1).asInt() + "x" + resized.path(0).asInt() + " " + grid + " "
                + row.path("tokens").asInt();
    }

    static String answer(JsonNode row, ImageSize resized, ImageSize cut) {
        int patch = row.path("patch").asInt();
        int merge = row.path("merge").asInt();
        int rows = cut.height() / patch;
        int columns = cut.width() / patch;
        return resized + " " + List.of(1, rows, columns) + " " + rows * columns / (merge * merge);
    }

    static ImageSize source(JsonNode row) {
        return new ImageSize(row.path("width").asInt(), row.path("height").asInt());
    }
}
