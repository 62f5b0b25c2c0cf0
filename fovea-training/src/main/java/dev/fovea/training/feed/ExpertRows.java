package dev.fovea.training.feed;

import dev.fovea.contract.RoutedExperts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A sampler's routed experts as 32-bit numbers, whatever width they travelled in. */
final class ExpertRows {

    private ExpertRows() {}

    static Tensor tensor(RoutedExperts experts) {
        ByteBuffer data = ByteBuffer.wrap(experts.toBytes()).order(ByteOrder.LITTLE_ENDIAN);
        int[] values = new int[experts.tokens() * experts.layers() * experts.topk()];
        for (int i = 0; i < values.length; i++) {
            values[i] = next(data, experts.dtype());
        }
        return TensorValues.integers(
                "routed_experts",
                List.of(1L, (long) experts.tokens(), (long) experts.layers(), (long) experts.topk()),
                values);
    }

    private static int next(ByteBuffer data, String dtype) {
        return switch (dtype) {
            case "uint8" -> data.get() & 0xFF;
            case "int8" -> data.get();
            case "uint16" -> data.getShort() & 0xFFFF;
            case "int16" -> data.getShort();
            case "int32" -> data.getInt();
            default -> throw new IllegalStateException("routed experts refuse the type " + dtype);
        };
    }
}
