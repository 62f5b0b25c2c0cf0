package dev.fovea.assets;

import dev.fovea.contract.ImageHash;

/**
 * An image at rest.
 *
 * @param uri {@code file://} URI under the store's real directory
 * @param hash SHA-256 of its bytes
 * @param bytes size of the encoded image
 * @param isNew false where the store held it already
 */
public record StoredImage(String uri, ImageHash hash, long bytes, boolean isNew) {}
