package dev.fovea.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.error.FoveaException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SidecarMapsTest {

    private static final Map<String, Object> ITEM = Map.of(
            "kind", "prime_raw_mm_item",
            "family", "qwen_vl",
            "payload", Map.of("image_grid_thw", List.of(List.of(1, 4, 4))),
            "raw_image_uri", "file:///r/a.png");

    @Test
    void aSidecarComesBackFromItsMaps() {
        MultiModalData sidecar = SidecarMaps.fromMap(sidecar(ITEM));

        assertThat(sidecar.images()).hasSize(1);
        assertThat(SidecarMaps.fromMap(SidecarMaps.toMap(sidecar))).isEqualTo(sidecar);
        assertThat(SidecarMaps.fromMap(null)).isEqualTo(MultiModalData.none());
        assertThat(SidecarMaps.fromMap(SidecarMaps.toMap(MultiModalData.none())))
                .isEqualTo(MultiModalData.none());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pixel_values", "image_embeds", "image_features", "__nd__"})
    void pixelsAreRefusedAtAnyDepth(String key) {
        Map<String, Object> deep = Map.of(
                "kind", "prime_raw_mm_item",
                "family", "qwen_vl",
                "payload", Map.of("a", List.of(Map.of("b", Map.of(key, true)))),
                "raw_image_uri", "file:///r/a.png");

        assertThatThrownBy(() -> SidecarMaps.fromMap(sidecar(deep)))
                .isInstanceOf(FoveaException.class)
                .hasMessageContaining(key);
    }

    @Test
    void listsOfDifferentLengthNameTheirLengths() {
        Map<String, Object> uneven = Map.of("mm_items", Map.of("image", List.of(ITEM)));

        assertThatThrownBy(() -> SidecarMaps.fromMap(uneven))
                .hasMessageContaining("1 descriptors, 0 hashes and 0 placeholders");
    }

    @Test
    void aTruthValueIsNoOffset() {
        Map<String, Object> counted = Map.of(
                "mm_hashes", Map.of("image", List.of("a".repeat(32))),
                "mm_placeholders", Map.of("image", List.of(Map.of("offset", true, "length", 4))),
                "mm_items", Map.of("image", List.of(ITEM)));

        assertThatThrownBy(() -> SidecarMaps.fromMap(counted)).hasMessageContaining("offset of placeholder 0");
    }

    private static Map<String, Object> sidecar(Map<String, Object> item) {
        return Map.of(
                "mm_hashes", Map.of("image", List.of("a".repeat(32))),
                "mm_placeholders", Map.of("image", List.of(Map.of("offset", 2, "length", 4))),
                "mm_items", Map.of("image", List.of(item)));
    }
}
