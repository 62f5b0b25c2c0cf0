package dev.fovea.contract;

/**
 * An image inside a sample or micro-batch ({@code MMImageRef}).
 *
 * @param item the descriptor as it was rendered
 * @param hash what the file's bytes must hash to
 * @param placeholder tokens of the sample, or of the packed row, that the image fills
 */
public record ImageRef(RawImageDescriptor item, MmHash hash, PlaceholderRange placeholder) {

    /** The same image, further right in a packed row. */
    public ImageRef shifted(int tokens) {
        return new ImageRef(item, hash, placeholder.shifted(tokens));
    }
}
