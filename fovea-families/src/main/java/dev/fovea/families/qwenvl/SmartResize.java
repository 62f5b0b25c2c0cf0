package dev.fovea.families.qwenvl;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;

/**
 * {@code smart_resize} of transformers: both sides multiples of a factor, the area between two bounds, the shape kept as far as
 * that allows. Doubles only, in the written order; ties round to even.
 *
 * @param factor patch size times merge size
 * @param minPixels least area; smaller pictures grow
 * @param maxPixels most area; larger pictures shrink, though a long strip keeps one factor across and may exceed it
 */
public record SmartResize(int factor, long minPixels, long maxPixels) {

    private static final double MOST_RATIO = 200.0;

    /**
     * The size to resize to.
     *
     * @throws RequestException {@code invalid_image} where the aspect ratio is above 200
     */
    public ImageSize resized(ImageSize source) {
        double height = source.height();
        double width = source.width();
        requireRatio(source);
        double rows = Math.rint(height / factor) * factor;
        double columns = Math.rint(width / factor) * factor;
        if (rows * columns > maxPixels) {
            double beta = Math.sqrt(height * width / maxPixels);
            rows = Math.max(factor, Math.floor(height / beta / factor) * factor);
            columns = Math.max(factor, Math.floor(width / beta / factor) * factor);
        } else if (rows * columns < minPixels) {
            double beta = Math.sqrt(minPixels / (height * width));
            rows = Math.ceil(height * beta / factor) * factor;
            columns = Math.ceil(width * beta / factor) * factor;
        }
        return new ImageSize((int) columns, (int) rows);
    }

    private static void requireRatio(ImageSize source) {
        double ratio = (double) Math.max(source.height(), source.width()) / Math.min(source.height(), source.width());
        if (ratio > MOST_RATIO) {
            throw new RequestException(
                    ErrorCode.INVALID_IMAGE,
                    "an image of " + source + " pixels has an aspect ratio of " + ratio + ", above 200",
                    "crop the image, or pad its short side");
        }
    }
}
