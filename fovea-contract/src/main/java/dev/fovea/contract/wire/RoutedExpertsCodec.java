package dev.fovea.contract.wire;

import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code RoutedExperts}: {@code [bytes, [tokens, layers, topk], dtype]}; nil where there are none. */
final class RoutedExpertsCodec {

    private static final int FIELDS = 3;
    private static final int AXES = 3;

    private RoutedExpertsCodec() {}

    static void write(WireWriter out, @Nullable RoutedExperts experts) throws IOException {
        if (experts == null) {
            out.nil();
            return;
        }
        out.struct(FIELDS);
        out.bytes(experts.toBytes());
        out.numbers(List.of(experts.tokens(), experts.layers(), experts.topk()));
        out.text(experts.dtype());
    }

    static RoutedExperts read(WireReader in) throws IOException {
        Fields fields = new Fields(in, FIELDS);
        byte[] data = fields.required(in::bytes);
        List<Integer> shape = fields.required(() -> in.list(in::index));
        String dtype = fields.required(in::text);
        fields.end();
        if (shape.size() != AXES) {
            throw in.fault("holds routed experts of " + shape.size() + " axes, not [tokens, layers, topk]");
        }
        try {
            return RoutedExperts.of(data, shape.get(0), shape.get(1), shape.get(2), dtype);
        } catch (RequestException e) {
            throw in.fault("holds " + e.getMessage());
        }
    }
}
