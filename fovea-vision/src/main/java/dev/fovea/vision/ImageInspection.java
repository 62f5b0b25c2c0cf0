package dev.fovea.vision;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.PixelDigest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Everything that becomes of one image file, for people who compare two machines.
 *
 * @param file SHA-256 of the encoded bytes, the image's key
 * @param header what the first bytes say
 * @param layout size, grid and pads
 * @param layoutFingerprint names the settings that decide the layout
 * @param processorFingerprint names everything that decides a pixel
 * @param rgb SHA-256 of the decoded samples
 * @param seen the picture as the model sees it, before normalisation
 * @param resized SHA-256 of its samples
 * @param patches SHA-256 of the patches in the given form
 */
public record ImageInspection(
        ImageHash file,
        ImageHeader header,
        ImageLayout layout,
        String layoutFingerprint,
        String processorFingerprint,
        PixelDigest rgb,
        RgbImage seen,
        PixelDigest resized,
        PixelDigest patches) {

    /**
     * Decodes, lays out and processes a file.
     *
     * @throws dev.fovea.contract.error.RequestException where decoder or family refuses it
     */
    public static ImageInspection of(byte[] file, ImageDecoder decoder, ImageProcessor processor, PixelForm form) {
        ImageHeader header = decoder.check(file);
        ImageLayout layout = processor.layout(decoder.size(file));
        RgbImage image = decoder.decode(file);
        RgbImage seen = processor.resized(image, layout);
        ByteBuffer patches = ByteBuffer.allocate(
                        Math.multiplyExact(layout.grid().patches(), processor.patchWidth() * form.bytes()))
                .order(ByteOrder.LITTLE_ENDIAN);
        processor.process(image, layout, form, patches);
        return new ImageInspection(
                ImageHash.of(file),
                header,
                layout,
                processor.layoutFingerprint(),
                processor.processorFingerprint(decoder.policy(), form),
                digest(image.samples()),
                seen,
                digest(seen.samples()),
                digest(patches.array()));
    }

    private static PixelDigest digest(byte[] bytes) {
        return new PixelDigest(ImageHash.of(bytes).hex());
    }
}
