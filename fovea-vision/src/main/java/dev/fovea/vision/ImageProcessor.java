package dev.fovea.vision;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import java.nio.ByteBuffer;
import java.util.Map;

/** What a model family does with an image, with the settings of one checkpoint. Immutable and thread safe. */
public interface ImageProcessor {

    /** The family's name in descriptors, for example {@code qwen_vl}. */
    String family();

    /**
     * Size, grid and pads of an image, without its pixels.
     *
     * @throws dev.fovea.contract.error.RequestException where the family refuses this shape
     */
    ImageLayout layout(ImageSize size);

    /** The descriptor's payload for a layout. */
    Map<String, Object> payload(ImageLayout layout);

    /**
     * The grid that a descriptor's payload promises.
     *
     * @throws dev.fovea.contract.error.RequestException where the payload is not this family's
     */
    GridThw grid(Map<String, Object> payload);

    /** 32 hexadecimal digits over the settings that decide the layout; the contract's {@code layout_fingerprint}. */
    String layoutFingerprint();

    /** 64 hexadecimal digits over everything that decides a pixel: decoder and policy, kernel, settings, form. */
    String processorFingerprint(DecodePolicy policy, PixelForm form);

    /** Values of one patch row. */
    int patchWidth();

    /** How an engine takes an image of this family. */
    EngineItemSchema engineItem();

    /** The picture as it is cut into patches, before normalisation and without padding: what the model sees. */
    RgbImage resized(RgbImage image, ImageLayout layout);

    /**
     * Resizes, normalises and cuts an image.
     *
     * @param target of any kind; receives {@code grid.patches() * patchWidth()} values, little endian, from its position on, which
     *     moves behind them
     * @throws java.nio.BufferOverflowException where the target is too small; nothing has been written then
     */
    void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target);
}
