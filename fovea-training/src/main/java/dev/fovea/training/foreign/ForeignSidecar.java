package dev.fovea.training.foreign;

import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.RoutedExperts;
import org.jspecify.annotations.Nullable;

/**
 * What a message's record on disk leaves out and its record on the wire has.
 *
 * @param images with offsets into the whole branch
 * @param experts one row a token; null where none were kept
 */
public record ForeignSidecar(
        MultiModalData images, @Nullable RoutedExperts experts) {

    /** What a record on disk has. */
    public static final ForeignSidecar NONE = new ForeignSidecar(MultiModalData.none(), null);
}
