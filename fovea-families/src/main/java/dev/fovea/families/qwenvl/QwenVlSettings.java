package dev.fovea.families.qwenvl;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.vision.PatchShape;
import java.nio.file.Path;
import java.util.List;

/**
 * What a checkpoint says about its images.
 *
 * @param patchSize side of a patch in pixels
 * @param temporalPatchSize frames of a patch; an image is repeated to fill them
 * @param mergeSize patches a side that become one pad
 * @param minPixels least area after resizing
 * @param maxPixels most area after resizing
 * @param mean per channel, of samples scaled to 0..1
 * @param std per channel
 */
public record QwenVlSettings(
        int patchSize,
        int temporalPatchSize,
        int mergeSize,
        long minPixels,
        long maxPixels,
        List<Double> mean,
        List<Double> std) {

    public QwenVlSettings {
        mean = List.copyOf(mean);
        std = List.copyOf(std);
        require(
                patchSize > 0 && temporalPatchSize > 0 && mergeSize > 0,
                "patch, temporal patch and merge size above 0");
        require(minPixels > 0 && minPixels <= maxPixels, "0 < min_pixels <= max_pixels");
        require(mean.size() == 3 && std.size() == 3, "three values of image_mean and image_std");
        require(std.stream().allMatch(value -> value > 0), "image_std above 0");
    }

    /**
     * Reads {@code preprocessor_config.json} of a checkpoint folder, or the {@code image_processor} part of
     * {@code processor_config.json} where the former is missing.
     *
     * @throws SetupException {@code invalid_checkpoint} where a key is missing, or is not understood
     */
    public static QwenVlSettings read(Path checkpoint) {
        return QwenVlConfig.read(new CheckpointFolder(checkpoint)).settings();
    }

    /** Side of the square that one pad stands for. */
    int factor() {
        return Math.multiplyExact(patchSize, mergeSize);
    }

    /** A picture is cut into patches that follow the blocks of a pad. */
    PatchShape patchShape() {
        return new PatchShape(patchSize, temporalPatchSize, mergeSize);
    }

    SmartResize smartResize() {
        return new SmartResize(factor(), minPixels, maxPixels);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    "the image settings break the rule: " + what,
                    "repair the checkpoint's preprocessor_config.json");
        }
    }
}
