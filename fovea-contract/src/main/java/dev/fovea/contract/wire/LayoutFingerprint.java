package dev.fovea.contract.wire;

import dev.fovea.contract.ImageHash;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What names the settings that laid an image out (offload contract, section 8). */
public final class LayoutFingerprint {

    private static final int DIGITS = 32;

    private LayoutFingerprint() {}

    /**
     * The fingerprint: 32 lower-case hexadecimal digits.
     *
     * @param knobs settings by name; values are JSON values
     */
    public static String of(String family, Map<String, ? extends @Nullable Object> knobs) {
        String text = new TreeMap<String, @Nullable Object>(knobs)
                .entrySet().stream()
                        .map(knob -> ":" + knob.getKey() + "=" + CompactJson.value(knob.getValue()))
                        .collect(Collectors.joining());
        return ImageHash.of(("image-layout:" + family + text).getBytes(StandardCharsets.UTF_8))
                .hex()
                .substring(0, DIGITS);
    }
}
