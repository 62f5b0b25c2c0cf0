package dev.fovea.vision;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.VerifiedBytes;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import java.util.Map;

/**
 * From a file's URI to all that rendering needs, and no pixel: one read gives hash and size. What no consumer could decode exactly
 * is refused here, before a prompt holds it. Thread safe.
 */
public final class ImageResolver {

    private final AssetReader reader;
    private final ImageDecoder decoder;
    private final ImageProcessor processor;

    public ImageResolver(AssetReader reader, ImageDecoder decoder, ImageProcessor processor) {
        this.reader = reader;
        this.decoder = decoder;
        this.processor = processor;
    }

    /**
     * Reads, hashes, checks and lays out an image.
     *
     * @throws dev.fovea.contract.error.FoveaException as {@link AssetReader#read(String)}, {@link ImageDecoder#check} and
     *     {@link ImageProcessor#layout} throw
     */
    public ResolvedImage resolve(String uri) {
        VerifiedBytes file = reader.read(uri);
        ImageLayout layout = ReferenceProof.named(file.hash(), () -> layout(file.bytes()));
        RawImageDescriptor item = new RawImageDescriptor(
                processor.family(), processor.layoutFingerprint(), processor.payload(layout), null, uri, Map.of());
        return new ResolvedImage(item, file.hash(), layout.placeholderLength());
    }

    private ImageLayout layout(byte[] encoded) {
        decoder.check(encoded);
        return processor.layout(decoder.size(encoded));
    }
}
