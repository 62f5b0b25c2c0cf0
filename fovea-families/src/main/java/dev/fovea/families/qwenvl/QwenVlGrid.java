package dev.fovea.families.qwenvl;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The payload of a descriptor: {@code {"image_grid_thw": [[t, h, w]]}}, or one list less. */
final class QwenVlGrid {

    private static final String KEY = "image_grid_thw";

    private QwenVlGrid() {}

    static Map<String, Object> payload(GridThw grid) {
        return Map.of(KEY, List.of(List.of(grid.t(), grid.h(), grid.w())));
    }

    static GridThw grid(Map<String, Object> payload) {
        Object value = payload.get(KEY);
        if (value instanceof List<?> outer && outer.size() == 1 && outer.getFirst() instanceof List<?> inner) {
            value = inner;
        }
        if (value instanceof List<?> three && three.size() == 3) {
            return new GridThw(side(three.get(0)), side(three.get(1)), side(three.get(2)));
        }
        throw refused("no list of three integers under " + KEY);
    }

    private static int side(@Nullable Object value) {
        boolean integer = value instanceof Integer || value instanceof Long;
        if (integer
                && value instanceof Number number
                && number.longValue() >= 1
                && number.longValue() <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw refused(KEY + " with a side that is no integer above 0");
    }

    private static RequestException refused(String what) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF,
                "a payload of family qwen_vl has " + what,
                "send {\"" + KEY + "\": [[t, h, w]]}");
    }
}
