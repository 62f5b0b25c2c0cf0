package dev.fovea.assets;

import org.jspecify.annotations.Nullable;

/**
 * What an image URL became.
 *
 * @param uri the only form that leaves ingress: a {@code file://} URI
 * @param stored what the store did; null where the URL named a file already
 */
public record UploadedImage(String uri, @Nullable StoredImage stored) {}
