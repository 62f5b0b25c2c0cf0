package dev.fovea.training.feed;

/**
 * What became of the references of a batch or a step.
 *
 * @param materialized references that have their pixels; two to one file count twice
 * @param placeholdered references that have zeros
 * @param missing files that did not exist; each counts once in a batch
 */
public record ImageCounts(long materialized, long placeholdered, long missing) {

    public static final ImageCounts NONE = new ImageCounts(0, 0, 0);

    ImageCounts plus(ImageCounts other) {
        return new ImageCounts(
                materialized + other.materialized, placeholdered + other.placeholdered, missing + other.missing);
    }
}
