package dev.fovea.engine.vllm;

import dev.fovea.vision.PixelForm;
import java.util.Optional;
import java.util.stream.Stream;

/** The server's names of pixel forms. */
final class PixelDtypes {

    private PixelDtypes() {}

    static String name(PixelForm form) {
        return switch (form) {
            case UINT8 -> "uint8";
            case FLOAT32 -> "float32";
            case BFLOAT16 -> "bfloat16";
        };
    }

    static Optional<PixelForm> form(String dtype) {
        return Stream.of(PixelForm.values())
                .filter(form -> name(form).equals(dtype))
                .findFirst();
    }
}
