package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import java.util.Map;

/**
 * Which experts a mixture-of-experts sampler used: {@code [tokens, layers, topk]} numbers, row by row, little endian.
 *
 * <p>The bytes are never changed once they are here; rows are copied only when a sample is cut or joined.
 */
public final class RoutedExperts {

    private static final Map<String, Integer> WIDTHS =
            Map.of("uint8", 1, "int8", 1, "uint16", 2, "int16", 2, "int32", 4);

    private final byte[] data;
    private final int tokens;
    private final int layers;
    private final int topk;
    private final String dtype;
    private final int rowBytes;

    private RoutedExperts(byte[] data, int tokens, int layers, int topk, String dtype, int rowBytes) {
        this.data = data;
        this.tokens = tokens;
        this.layers = layers;
        this.topk = topk;
        this.dtype = dtype;
        this.rowBytes = rowBytes;
    }

    /**
     * A copy of the given rows.
     *
     * @param dtype uint8, int8, uint16, int16 or int32
     * @throws RequestException where the bytes are not {@code tokens * layers * topk} numbers
     */
    public static RoutedExperts of(byte[] data, int tokens, int layers, int topk, String dtype) {
        Integer width = WIDTHS.get(dtype);
        if (width == null) {
            throw refused(
                    "of type " + dtype,
                    "use one of " + WIDTHS.keySet().stream().sorted().toList());
        }
        if (tokens < 0 || layers < 1 || topk < 1) {
            throw refused("of shape [" + tokens + ", " + layers + ", " + topk + "]", "give tokens, layers and experts");
        }
        long rowBytes = (long) layers * topk * width;
        if (rowBytes > Integer.MAX_VALUE || rowBytes * tokens != data.length) {
            throw refused(
                    "of shape [" + tokens + ", " + layers + ", " + topk + "] with " + data.length + " bytes",
                    "send every row of " + dtype);
        }
        return new RoutedExperts(data.clone(), tokens, layers, topk, dtype, (int) rowBytes);
    }

    private static RequestException refused(String what, String remedy) {
        return new RequestException(ErrorCode.INVALID_WIRE_DATA, "routed experts " + what, remedy);
    }

    public int tokens() {
        return tokens;
    }

    public int layers() {
        return layers;
    }

    public int topk() {
        return topk;
    }

    public String dtype() {
        return dtype;
    }

    /** Bytes of one token's row. */
    public int rowBytes() {
        return rowBytes;
    }

    /** Whether rows of both may stand in one array. */
    public boolean sameRows(RoutedExperts other) {
        return layers == other.layers && topk == other.topk && dtype.equals(other.dtype);
    }

    /** The first {@code kept} rows, with rows of zeros behind them where there are fewer. */
    public RoutedExperts resized(int kept) {
        return kept == tokens
                ? this
                : new RoutedExperts(
                        Arrays.copyOf(data, Math.multiplyExact(kept, rowBytes)), kept, layers, topk, dtype, rowBytes);
    }

    /** Copies all rows into {@code target} from byte {@code at} on. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(data, 0, target, at, data.length);
    }

    /** A copy of all rows. */
    public byte[] toBytes() {
        return data.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RoutedExperts that
                && tokens == that.tokens
                && sameRows(that)
                && Arrays.equals(data, that.data);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(data);
    }

    @Override
    public String toString() {
        return "RoutedExperts[" + tokens + ", " + layers + ", " + topk + "] " + dtype;
    }
}
