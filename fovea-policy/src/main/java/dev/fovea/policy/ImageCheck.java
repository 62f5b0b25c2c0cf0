package dev.fovea.policy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.PixelPatches;

/** Whether pixels fit the tower that will read them and the pads that they will fill. */
final class ImageCheck {

    private final Qwen3VlConfig.Vision config;

    ImageCheck(Qwen3VlConfig.Vision config) {
        this.config = config;
    }

    /**
     * Passes or throws.
     *
     * @param range pads of the image
     * @throws IdentityException with {@link ErrorCode#LAYOUT_MISMATCH} where the pixels were made for another model, with
     *     {@link ErrorCode#PLACEHOLDER_MISMATCH} where the pads are not as many as the image's tokens
     */
    void check(PlaceholderRange range, PixelPatches pixels) {
        GridThw grid = pixels.grid();
        boolean whole = grid.t() == 1 && grid.h() % config.merge() == 0 && grid.w() % config.merge() == 0;
        if (!whole || pixels.width() != config.patchWidth() || pixels.form() != PixelForm.FLOAT32) {
            throw new IdentityException(
                    ErrorCode.LAYOUT_MISMATCH,
                    "an image comes as " + grid.t() + "x" + grid.h() + "x" + grid.w() + " patches of " + pixels.width()
                            + " " + pixels.form() + " values, and the checkpoint takes single frames in blocks of "
                            + config.merge() + "x" + config.merge() + " patches of " + config.patchWidth()
                            + " FLOAT32 values",
                    "use the preprocessor_config.json of this checkpoint");
        }
        int tokens = grid.patches() / (config.merge() * config.merge());
        if (tokens != range.length()) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "an image of " + tokens + " tokens stands at " + range.length() + " pads from token "
                            + range.offset() + " on",
                    "lay the image out with the settings of this checkpoint");
        }
    }
}
