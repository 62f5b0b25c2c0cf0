package dev.fovea.engine.vllm;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.wire.EngineItemCodec;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** Items of {@code kwargs_data} as servers and clients write them. */
final class WireItems {

    private WireItems() {}

    static ByteBuffer patches(ImageProcessor processor, RgbImage image, PixelForm form) {
        ImageLayout layout = processor.layout(image.size());
        ByteBuffer patches = ByteBuffer.allocate(layout.grid().patches() * processor.patchWidth() * form.bytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        processor.process(image, layout, form, patches);
        return patches.flip();
    }

    static String item(ImageProcessor processor, RgbImage image, PixelForm form, ByteBuffer patches) {
        EngineItemSchema schema = processor.engineItem();
        EngineItemCodec.Envelope envelope = EngineItemCodec.envelope(
                schema, PixelDtypes.name(form), processor.layout(image.size()).grid(), patches.remaining());
        ByteArrayOutputStream item = new ByteArrayOutputStream();
        item.writeBytes(envelope.head().array());
        byte[] values = new byte[patches.remaining()];
        patches.duplicate().get(values);
        item.writeBytes(values);
        item.writeBytes(envelope.tail().array());
        return Base64.getEncoder().encodeToString(item.toByteArray());
    }

    static String item(ImageProcessor processor, RgbImage image, PixelForm form) {
        return item(processor, image, form, patches(processor, image, form));
    }
}
