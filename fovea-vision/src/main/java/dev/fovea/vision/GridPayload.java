package dev.fovea.vision;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor's payload that holds a grid: {@code {key: [[t, h, w]]}}, or one list less.
 *
 * @param family the family's name in descriptors
 * @param key the grid's name in its payload
 */
public record GridPayload(String family, String key) {

    /** The payload of a grid. */
    public Map<String, Object> of(GridThw grid) {
        return Map.of(key, List.of(List.of(grid.t(), grid.h(), grid.w())));
    }

    /**
     * The grid of a payload.
     *
     * @throws RequestException {@code invalid_mm_image_ref} where it holds none
     */
    public GridThw grid(Map<String, Object> payload) {
        Object value = payload.get(key);
        if (value instanceof List<?> outer && outer.size() == 1 && outer.getFirst() instanceof List<?> inner) {
            value = inner;
        }
        if (value instanceof List<?> three && three.size() == 3) {
            return new GridThw(side(three.get(0)), side(three.get(1)), side(three.get(2)));
        }
        throw refused("no list of three integers under " + key);
    }

    private int side(@Nullable Object value) {
        boolean integer = value instanceof Integer || value instanceof Long;
        if (integer
                && value instanceof Number number
                && number.longValue() >= 1
                && number.longValue() <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw refused(key + " with a side that is no integer above 0");
    }

    private RequestException refused(String what) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF,
                "a payload of family " + family + " has " + what,
                "send {\"" + key + "\": [[t, h, w]]}");
    }
}
