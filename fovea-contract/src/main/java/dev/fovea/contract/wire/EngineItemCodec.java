package dev.fovea.contract.wire;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.ExtensionTypeHeader;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;

/**
 * One image of an engine's {@code features} in MessagePack: {@code {key: {data: [dtype, shape, ext 3], field: [...]}}}, as vLLM's own
 * renderer writes it. What is written goes around the patches, so that they are never copied into it.
 */
public final class EngineItemCodec {

    /** MessagePack extension of raw tensor bytes, row-major and little endian. */
    private static final byte TENSOR_BYTES = 3;

    private static final int GRID_BYTES = 3 * Long.BYTES;

    private EngineItemCodec() {}

    /**
     * An item without its patches.
     *
     * @param head what stands before the patches
     * @param tail what follows them
     */
    public record Envelope(ByteBuffer head, ByteBuffer tail) {}

    /**
     * A decoded item.
     *
     * @param dtype the engine's name of the number format, for example {@code uint8}
     * @param shape of the patches, the number of patches first
     * @param patches little endian
     */
    public record Item(String dtype, List<Integer> shape, ByteBuffer patches, GridThw grid) {

        public Item {
            shape = List.copyOf(shape);
        }
    }

    private record Tensor(String dtype, List<Integer> shape, ByteBuffer bytes) {}

    /**
     * What stands around the patches of one image.
     *
     * @param dtype the engine's name of the number format, for example {@code uint8}
     * @param patchBytes all bytes of the patches
     */
    public static Envelope envelope(EngineItemSchema schema, String dtype, GridThw grid, int patchBytes) {
        try (MessageBufferPacker head = MessagePack.newDefaultBufferPacker();
                MessageBufferPacker tail = MessagePack.newDefaultBufferPacker()) {
            head.packMapHeader(2)
                    .packString(schema.pixelsKey())
                    .packMapHeader(2)
                    .packString("data");
            head.packArrayHeader(3)
                    .packString(dtype)
                    .packArrayHeader(1 + schema.patchShape().size());
            head.packInt(grid.patches());
            for (int axis : schema.patchShape()) {
                head.packInt(axis);
            }
            head.packExtensionTypeHeader(TENSOR_BYTES, patchBytes);
            packFlat(tail, grid.patches());
            packGrid(tail, schema.gridKey(), grid);
            return new Envelope(ByteBuffer.wrap(head.toByteArray()), ByteBuffer.wrap(tail.toByteArray()));
        } catch (IOException e) {
            throw new AssertionError("a buffer in memory cannot fail", e);
        }
    }

    private static void packFlat(MessageBufferPacker packer, int patches) throws IOException {
        packer.packString("field").packArrayHeader(2).packString("flat").packMapHeader(3);
        packer.packString("keep_on_cpu").packBoolean(false);
        packer.packString("slices").packArrayHeader(1).packArrayHeader(1).packArrayHeader(3);
        packer.packInt(0).packInt(patches).packNil();
        packer.packString("dim").packInt(0);
    }

    private static void packGrid(MessageBufferPacker packer, String key, GridThw grid) throws IOException {
        packer.packString(key).packMapHeader(2).packString("data");
        packer.packArrayHeader(3).packString("int64").packArrayHeader(1).packInt(3);
        packer.packExtensionTypeHeader(TENSOR_BYTES, GRID_BYTES);
        packer.writePayload(ByteBuffer.allocate(GRID_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(grid.t())
                .putLong(grid.h())
                .putLong(grid.w())
                .array());
        packer.packString("field").packArrayHeader(2).packString("batched");
        packer.packMapHeader(1).packString("keep_on_cpu").packBoolean(true);
    }

    /**
     * Reads an item, its keys in any order.
     *
     * @throws EngineException {@code malformed_engine_answer} where it is not an item of this schema
     */
    public static Item decode(EngineItemSchema schema, byte[] encoded) {
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(encoded)) {
            Map<String, Tensor> tensors = new HashMap<>();
            int keys = unpacker.unpackMapHeader();
            for (int i = 0; i < keys; i++) {
                tensors.put(unpacker.unpackString(), element(unpacker, encoded));
            }
            return item(schema, tensors);
        } catch (MessagePackException | IOException e) {
            throw malformed("is no MessagePack of an image (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static Tensor element(MessageUnpacker unpacker, byte[] encoded) throws IOException {
        Tensor tensor = null;
        int members = unpacker.unpackMapHeader();
        for (int i = 0; i < members; i++) {
            if (unpacker.unpackString().equals("data")) {
                tensor = tensor(unpacker, encoded);
            } else {
                unpacker.skipValue();
            }
        }
        if (tensor == null) {
            throw malformed("holds an element without data");
        }
        return tensor;
    }

    private static Tensor tensor(MessageUnpacker unpacker, byte[] encoded) throws IOException {
        if (unpacker.unpackArrayHeader() != 3) {
            throw malformed("holds a tensor that is no triple");
        }
        String dtype = unpacker.unpackString();
        Integer[] shape = new Integer[boundedAxes(unpacker.unpackArrayHeader())];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = unpacker.unpackInt();
        }
        ExtensionTypeHeader header = unpacker.unpackExtensionTypeHeader();
        int start = Math.toIntExact(unpacker.getTotalReadBytes());
        if (header.getType() != TENSOR_BYTES || header.getLength() > encoded.length - start) {
            throw malformed("holds a tensor without its bytes");
        }
        skip(unpacker, header.getLength());
        ByteBuffer bytes =
                ByteBuffer.wrap(encoded, start, header.getLength()).slice().asReadOnlyBuffer();
        return new Tensor(dtype, List.of(shape), bytes.order(ByteOrder.LITTLE_ENDIAN));
    }

    private static void skip(MessageUnpacker unpacker, int bytes) throws IOException {
        unpacker.readPayloadAsReference(bytes);
    }

    private static int boundedAxes(int axes) {
        if (axes < 1 || axes > 8) {
            throw malformed("holds a tensor of " + axes + " axes");
        }
        return axes;
    }

    private static Item item(EngineItemSchema schema, Map<String, Tensor> tensors) {
        Tensor patches = required(tensors, schema.pixelsKey());
        Tensor grid = required(tensors, schema.gridKey());
        if (!grid.dtype().equals("int64") || grid.bytes().remaining() != GRID_BYTES) {
            throw malformed("holds a grid of " + grid.dtype() + " " + grid.shape());
        }
        ByteBuffer axes = grid.bytes().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        try {
            return new Item(
                    patches.dtype(), patches.shape(), patches.bytes(), new GridThw(axis(axes), axis(axes), axis(axes)));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw malformed("holds no grid (" + e.getMessage() + ")");
        }
    }

    private static int axis(ByteBuffer axes) {
        return Math.toIntExact(axes.getLong());
    }

    private static Tensor required(Map<String, Tensor> tensors, String key) {
        @Nullable Tensor tensor = tensors.get(key);
        if (tensor == null) {
            throw malformed("lacks " + key);
        }
        return tensor;
    }

    private static EngineException malformed(String what) {
        return new EngineException(
                ErrorCode.MALFORMED_ENGINE_ANSWER,
                "an item of the engine's features " + what,
                "check the engine's version and model");
    }
}
