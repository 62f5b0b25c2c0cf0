package dev.fovea.engine.vllm;

import dev.fovea.contract.wire.EngineItemCodec;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A log-probability that depends on every id, on where each picture stands and on every value that a vision tower would see: what
 * takes the place of a model in a scripted server.
 */
final class ScriptedSight {

    private double sum;

    /** Where the pads of pictures are read from, value for value. */
    void see(int offset, int length, float[] values) {
        double picture = 0;
        for (int i = 0; i < values.length; i++) {
            picture += Math.abs(values[i]) * (1.5 + Math.cos(0.37 * i));
        }
        sum += Math.sin(offset) + Math.cos(length) + 8 * picture / values.length;
    }

    void read(List<Integer> ids) {
        for (int i = 0; i < ids.size(); i++) {
            sum += Math.sin(1.0 + ids.get(i) + 0.1 * i) / 8;
        }
    }

    double logprob() {
        return -3 + 2 * Math.tanh(sum / 16);
    }

    /** The values of a picture that the server opened by itself. */
    static float[] opened(ImageProcessor processor, RgbImage image) {
        return floats(WireItems.patches(processor, image, PixelForm.FLOAT32), PixelForm.FLOAT32);
    }

    /**
     * The values of an item.
     *
     * @param expected the form that the server's tower takes: where it is uint8, the tower normalises whatever it is given
     */
    static float[] sent(EngineItemCodec.Item item, PixelForm expected) {
        float[] values = floats(item.patches(), PixelDtypes.form(item.dtype()).orElseThrow());
        if (expected == PixelForm.UINT8) {
            for (int i = 0; i < values.length; i++) {
                values[i] = (values[i] / 255 - 0.5f) / 0.5f;
            }
        }
        return values;
    }

    private static float[] floats(ByteBuffer patches, PixelForm form) {
        ByteBuffer bytes = patches.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[bytes.remaining() / form.bytes()];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (form) {
                case UINT8 -> bytes.get() & 0xFF;
                case FLOAT32 -> bytes.getFloat();
                case BFLOAT16 -> Float.intBitsToFloat((bytes.getShort() & 0xFFFF) << 16);
            };
        }
        return values;
    }
}
