package dev.fovea.vision;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import org.jspecify.annotations.Nullable;

/** Words for bytes that are no picture, or none that every consumer would read in the same way. */
final class InvalidImage {

    private InvalidImage() {}

    static RequestException because(String what) {
        return because(what, null);
    }

    static RequestException because(String what, @Nullable Throwable cause) {
        return new RequestException(ErrorCode.INVALID_IMAGE, what, "send a whole, undamaged PNG or JPEG image", cause);
    }

    static RequestException unsupported(String what) {
        return new RequestException(
                ErrorCode.UNSUPPORTED_IMAGE_FORMAT,
                what + " is not decoded exactly by this build",
                "send PNG, or a baseline JPEG of three components");
    }
}
