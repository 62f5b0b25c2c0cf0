package dev.fovea.contract;

/**
 * An image that is stored, probed and laid out: all that rendering needs, and no pixel.
 *
 * @param item the descriptor that travels
 * @param hash SHA-256 of the file
 * @param placeholderLength pads that the image fills in the expanded token space
 */
public record ResolvedImage(RawImageDescriptor item, ImageHash hash, int placeholderLength) {

    public SidecarImage at(int offset) {
        return new SidecarImage(item, hash.mmHash(), new PlaceholderRange(offset, placeholderLength));
    }
}
