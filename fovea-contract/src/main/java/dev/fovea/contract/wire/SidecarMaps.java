package dev.fovea.contract.wire;

import dev.fovea.contract.MmHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sidecar as the three parallel maps that JSON and MessagePack hold: {@code mm_hashes}, {@code mm_placeholders} and
 * {@code mm_items}, each from modality to list (offload contract, section 10).
 */
public final class SidecarMaps {

    private static final String HASHES = "mm_hashes";
    private static final String PLACEHOLDERS = "mm_placeholders";
    private static final String ITEMS = "mm_items";
    private static final Set<String> PARTS = Set.of(HASHES, PLACEHOLDERS, ITEMS);

    private SidecarMaps() {}

    /** The three maps; all of them empty where no image is. */
    public static Map<String, Object> toMap(MultiModalData sidecar) {
        List<Object> hashes = new ArrayList<>();
        List<Object> placeholders = new ArrayList<>();
        List<Object> items = new ArrayList<>();
        for (SidecarImage image : sidecar.images()) {
            hashes.add(image.hash().hex());
            Map<String, Object> range = new LinkedHashMap<>();
            range.put("offset", image.placeholder().offset());
            range.put("length", image.placeholder().length());
            placeholders.add(range);
            items.add(image.item().members());
        }
        Map<String, Object> maps = new LinkedHashMap<>();
        maps.put(HASHES, byModality(hashes));
        maps.put(PLACEHOLDERS, byModality(placeholders));
        maps.put(ITEMS, byModality(items));
        return maps;
    }

    private static Map<String, Object> byModality(List<Object> list) {
        return list.isEmpty() ? Map.of() : Map.of(RawImageDescriptor.MODALITY, list);
    }

    /**
     * The sidecar of a map.
     *
     * @param map null and a map without images are no sidecar
     * @throws RequestException where the lists do not fit together, a descriptor, hash or range is wrong, a modality is no image,
     *     or anything carries pixels
     */
    public static MultiModalData fromMap(@Nullable Map<?, ?> map) {
        if (map == null) {
            return MultiModalData.none();
        }
        map.keySet().forEach(SidecarMaps::requirePart);
        List<?> hashes = images(map, HASHES);
        List<?> placeholders = images(map, PLACEHOLDERS);
        List<?> items = images(map, ITEMS);
        if (items.size() != hashes.size() || items.size() != placeholders.size()) {
            throw refused("has " + items.size() + " descriptors, " + hashes.size() + " hashes and "
                    + placeholders.size() + " placeholders");
        }
        List<SidecarImage> images = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof Map<?, ?> item)) {
                throw refused("has no map as descriptor " + i);
            }
            if (!(hashes.get(i) instanceof String hash)) {
                throw refused("has no text as hash " + i);
            }
            images.add(new SidecarImage(RawImageDescriptor.of(item), new MmHash(hash), range(placeholders.get(i), i)));
        }
        return new MultiModalData(images);
    }

    private static void requirePart(@Nullable Object name) {
        if (!(name instanceof String text) || !PARTS.contains(text)) {
            throw refused("has another member than " + HASHES + ", " + PLACEHOLDERS + " and " + ITEMS);
        }
    }

    private static List<?> images(Map<?, ?> map, String part) {
        List<?> images = List.of();
        switch (map.get(part)) {
            case null -> {
                // a part that is not there is empty
            }
            case List<?> list when list.isEmpty() -> {
                // what some writers leave of an empty map
            }
            case Map<?, ?> modalities -> {
                for (Map.Entry<?, ?> entry : modalities.entrySet()) {
                    List<?> list = list(part, entry.getValue());
                    if (RawImageDescriptor.MODALITY.equals(entry.getKey())) {
                        images = list;
                    } else if (!list.isEmpty()) {
                        throw new RequestException(
                                ErrorCode.UNSUPPORTED_MODALITY,
                                "a sidecar with " + list.size() + " entries of another modality than image",
                                "send images only");
                    }
                }
            }
            default -> throw refused("has no map as " + part);
        }
        return images;
    }

    private static List<?> list(String part, @Nullable Object value) {
        return switch (value) {
            case null -> List.of();
            case List<?> list -> list;
            default -> throw refused("has no list in " + part);
        };
    }

    private static PlaceholderRange range(@Nullable Object value, int index) {
        if (value instanceof Map<?, ?> map) {
            return new PlaceholderRange(number(map, "offset", index), number(map, "length", index));
        }
        throw refused("has no map as placeholder " + index);
    }

    /** A boolean is no number, although some readers count with it. */
    private static int number(Map<?, ?> range, String field, int index) {
        return switch (range.get(field)) {
            case Integer number -> number;
            case Long number when number == number.intValue() -> number.intValue();
            case null, default -> throw refused("has no whole number as " + field + " of placeholder " + index);
        };
    }

    private static RequestException refused(String what) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF,
                "the sidecar " + what,
                "send one hash, one placeholder and one raw descriptor an image, under \"image\"");
    }
}
