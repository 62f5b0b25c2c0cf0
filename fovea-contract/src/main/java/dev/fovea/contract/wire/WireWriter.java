package dev.fovea.contract.wire;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessagePacker;

/**
 * Positional structs in MessagePack, byte for byte as the field's transport writes them: arrays at full length, integers in
 * the smallest form, floats always in 64 bits, absent members as nil.
 */
final class WireWriter {

    private final MessagePacker packer;

    WireWriter(MessagePacker packer) {
        this.packer = packer;
    }

    void struct(int fields) throws IOException {
        packer.packArrayHeader(fields);
    }

    void nil() throws IOException {
        packer.packNil();
    }

    void number(long value) throws IOException {
        packer.packLong(value);
    }

    void text(@Nullable String value) throws IOException {
        if (value == null) {
            packer.packNil();
        } else {
            packer.packString(value);
        }
    }

    void ids(@Nullable TokenIds ids) throws IOException {
        if (ids == null) {
            packer.packNil();
            return;
        }
        packer.packArrayHeader(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            packer.packInt(ids.get(i));
        }
    }

    void mask(TokenMask mask) throws IOException {
        packer.packArrayHeader(mask.size());
        for (int i = 0; i < mask.size(); i++) {
            packer.packBoolean(mask.get(i));
        }
    }

    void values(@Nullable TokenValues values) throws IOException {
        if (values == null) {
            packer.packNil();
            return;
        }
        packer.packArrayHeader(values.size());
        for (int i = 0; i < values.size(); i++) {
            packer.packDouble(values.get(i));
        }
    }

    void numbers(@Nullable List<Integer> numbers) throws IOException {
        if (numbers == null) {
            packer.packNil();
            return;
        }
        packer.packArrayHeader(numbers.size());
        for (int number : numbers) {
            packer.packInt(number);
        }
    }

    void texts(List<String> texts) throws IOException {
        packer.packArrayHeader(texts.size());
        for (String text : texts) {
            packer.packString(text);
        }
    }

    /** A JSON-like value: map with text keys, list, text, number, boolean or nil. */
    void value(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> packer.packNil();
            case String text -> packer.packString(text);
            case Boolean truth -> packer.packBoolean(truth);
            case Integer number -> packer.packInt(number);
            case Long number -> packer.packLong(number);
            case Number number -> packer.packDouble(number.doubleValue());
            case List<?> list -> {
                packer.packArrayHeader(list.size());
                for (Object item : list) {
                    value(item);
                }
            }
            case Map<?, ?> map -> {
                packer.packMapHeader(map.size());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    packer.packString((String) entry.getKey());
                    value(entry.getValue());
                }
            }
            default -> throw new IllegalArgumentException("no wire form for " + value.getClass());
        }
    }
}
