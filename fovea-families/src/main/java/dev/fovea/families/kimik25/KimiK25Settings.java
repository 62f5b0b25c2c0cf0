package dev.fovea.families.kimik25;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.vision.PatchShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint says about its images.
 *
 * @param patchSize side of a patch in pixels
 * @param mergeSize patches a side that become one pad
 * @param patchLimit patches of an image, before it is padded
 * @param sideLimit patches of a side
 * @param fixedTokens pads of every image, where they do not follow its size
 * @param mean per channel, of samples scaled to 0..1
 * @param std per channel
 */
public record KimiK25Settings(
        int patchSize,
        int mergeSize,
        int patchLimit,
        int sideLimit,
        @Nullable Integer fixedTokens,
        List<Double> mean,
        List<Double> std) {

    public KimiK25Settings {
        mean = List.copyOf(mean);
        std = List.copyOf(std);
        require(patchSize > 0 && mergeSize > 0, "patch_size and merge_kernel_size above 0");
        require(patchLimit > 0 && sideLimit > 0, "in_patch_limit and patch_limit_on_one_side above 0");
        require(fixedTokens == null || fixedTokens > 0, "fixed_output_tokens null or above 0");
        require(mean.size() == 3 && std.size() == 3, "three values of image_mean and image_std");
        require(std.stream().allMatch(value -> value > 0), "image_std above 0");
    }

    NavitResize navitResize() {
        return new NavitResize(patchSize, mergeSize, patchLimit, sideLimit);
    }

    /** Patches follow each other in plain rows, whatever the merge. */
    PatchShape patchShape() {
        return new PatchShape(patchSize, 1, 1);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    "the image settings break the rule: " + what,
                    "repair media_proc_cfg in the checkpoint's preprocessor_config.json");
        }
    }
}
