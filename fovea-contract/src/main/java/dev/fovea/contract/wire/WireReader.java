package dev.fovea.contract.wire;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ValueType;

/**
 * Reads positional structs: strict in types, tolerant where the transport is (short arrays of trailing defaults, surplus
 * elements). No list is allocated beyond the bytes that could fill it.
 */
final class WireReader {

    /** Deeper untyped values are refused; descriptors need four levels. */
    private static final int MAX_DEPTH = 32;

    private static final String MESSAGE = "message at byte ";

    private final MessageUnpacker unpacker;
    private final long length;

    /** Text that is no UTF-8 is refused, not mended: the library's own default replaces it. */
    private static final MessagePack.UnpackerConfig STRICT = new MessagePack.UnpackerConfig()
            .withActionOnMalformedString(CodingErrorAction.REPORT)
            .withActionOnUnmappableString(CodingErrorAction.REPORT);

    private WireReader(MessageUnpacker unpacker, long length) {
        this.unpacker = unpacker;
        this.length = length;
    }

    static WireReader of(ByteBuffer bytes) {
        return new WireReader(STRICT.newUnpacker(bytes), bytes.remaining());
    }

    static WireReader of(InputStream source, long length) {
        return new WireReader(STRICT.newUnpacker(source), length);
    }

    /** What reads one element. */
    @FunctionalInterface
    interface Element<T> {
        T read() throws IOException;
    }

    <T> T read(Element<T> element) {
        try {
            return element.read();
        } catch (RequestException e) {
            throw e.what().startsWith(MESSAGE) ? e : located(e);
        } catch (MessagePackException | IOException e) {
            throw fault("is truncated or of another type (" + e.getClass().getSimpleName() + ")");
        }
    }

    boolean isNil() throws IOException {
        if (unpacker.getNextFormat() != MessageFormat.NIL) {
            return false;
        }
        unpacker.unpackNil();
        return true;
    }

    int arrayHeader() throws IOException {
        int size = unpacker.unpackArrayHeader();
        // every element takes at least one byte
        if (size < 0 || size > length - unpacker.getTotalReadBytes()) {
            throw fault("announces " + size + " elements, more than there are bytes");
        }
        return size;
    }

    long number() throws IOException {
        demand(ValueType.INTEGER);
        return unpacker.unpackLong();
    }

    int index() throws IOException {
        demand(ValueType.INTEGER);
        int value = unpacker.unpackInt();
        if (value < 0) {
            throw fault("holds the negative number " + value);
        }
        return value;
    }

    String text() throws IOException {
        demand(ValueType.STRING);
        return unpacker.unpackString();
    }

    TokenIds ids() throws IOException {
        int[] ids = new int[arrayHeader()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = unpacker.unpackInt();
            if (ids[i] < 0) {
                throw fault("holds the negative number " + ids[i]);
            }
        }
        return TokenIds.of(ids);
    }

    TokenMask mask() throws IOException {
        TokenMask.Builder mask = new TokenMask.Builder();
        for (int left = arrayHeader(); left > 0; left--) {
            mask.add(unpacker.unpackBoolean(), 1);
        }
        return mask.build();
    }

    TokenValues values() throws IOException {
        double[] values = new double[arrayHeader()];
        boolean constant = true;
        for (int i = 0; i < values.length; i++) {
            values[i] = real();
            constant &= Double.doubleToRawLongBits(values[i]) == Double.doubleToRawLongBits(values[0]);
        }
        return constant && values.length > 0 ? TokenValues.filled(values.length, values[0]) : TokenValues.of(values);
    }

    TokenNames names() throws IOException {
        TokenNames.Builder names = new TokenNames.Builder();
        for (int left = arrayHeader(); left > 0; left--) {
            names.add(text(), 1);
        }
        return names.build();
    }

    byte[] bytes() throws IOException {
        demand(ValueType.BINARY);
        int size = unpacker.unpackBinaryHeader();
        if (size < 0 || size > length - unpacker.getTotalReadBytes()) {
            throw fault("announces " + size + " bytes, more than there are");
        }
        return unpacker.readPayload(size);
    }

    private double real() throws IOException {
        return unpacker.getNextFormat().getValueType() == ValueType.INTEGER
                ? unpacker.unpackBigInteger().doubleValue()
                : unpacker.unpackDouble();
    }

    <T> List<T> list(Element<T> element) throws IOException {
        int size = arrayHeader();
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.read());
        }
        return list;
    }

    <T> @Nullable T nullable(Element<T> element) throws IOException {
        return isNil() ? null : element.read();
    }

    Map<String, @Nullable Object> map() throws IOException {
        demand(ValueType.MAP);
        return mapAt(0);
    }

    private Map<String, @Nullable Object> mapAt(int depth) throws IOException {
        int size = unpacker.unpackMapHeader();
        if (size > (length - unpacker.getTotalReadBytes()) / 2) {
            throw fault("announces " + size + " members, more than there are bytes");
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            String key = text();
            Object value = valueAt(depth + 1);
            map.put(key, value);
        }
        return map;
    }

    private @Nullable Object valueAt(int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw fault("is nested deeper than " + MAX_DEPTH + " levels");
        }
        return switch (unpacker.getNextFormat().getValueType()) {
            case NIL -> {
                unpacker.unpackNil();
                yield null;
            }
            case BOOLEAN -> unpacker.unpackBoolean();
            case INTEGER -> narrowest(number());
            case FLOAT -> finite(unpacker.unpackDouble());
            case STRING -> unpacker.unpackString();
            case ARRAY -> {
                int size = arrayHeader();
                List<@Nullable Object> list = new ArrayList<>(size);
                for (int i = 0; i < size; i++) {
                    list.add(valueAt(depth + 1));
                }
                yield list;
            }
            case MAP -> mapAt(depth + 1);
            case BINARY, EXTENSION -> throw fault("holds bytes where JSON values are due");
        };
    }

    private double finite(double value) {
        if (!Double.isFinite(value)) {
            throw fault("holds " + value + " where JSON values are due");
        }
        return value;
    }

    /** As JSON readers do, so that a descriptor is equal whichever way it came. */
    private static Number narrowest(long value) {
        return value == (int) value ? (Number) (int) value : (Number) value;
    }

    /** Bytes that were read so far. */
    long position() {
        return unpacker.getTotalReadBytes();
    }

    void skip(int elements) throws IOException {
        unpacker.skipValue(elements);
    }

    void end() throws IOException {
        if (unpacker.hasNext()) {
            throw fault("goes on after its end");
        }
    }

    private void demand(ValueType type) throws IOException {
        ValueType found = unpacker.getNextFormat().getValueType();
        if (found != type) {
            throw fault("holds " + found + " where " + type + " is due");
        }
    }

    /** What a record refused, with the place behind which it stood. */
    private RequestException located(RequestException e) {
        return new RequestException(e.code(), MESSAGE + unpacker.getTotalReadBytes() + ": " + e.what(), e.remedy(), e);
    }

    RequestException fault(String what) {
        return new RequestException(
                ErrorCode.INVALID_WIRE_DATA,
                MESSAGE + unpacker.getTotalReadBytes() + " " + what,
                "write it with the contract's codec");
    }
}
