package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Walks over MessagePack without making values of it, in memory of any size: a step's file may exceed two gigabytes, which is all
 * that a byte buffer reaches. Keeps a count and no stack, so that no depth of nesting hurts.
 */
final class MessagePackWalk {

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment bytes;
    private final long size;
    private long position;

    MessagePackWalk(MemorySegment bytes) {
        this.bytes = bytes;
        this.size = bytes.byteSize();
    }

    long position() {
        return position;
    }

    /** Reads the head of an array, which cannot announce more elements than there are bytes. */
    long array() {
        int tag = tag();
        long elements = switch (tag >>> 4) {
            case 0x9 -> tag & 0xf;
            case 0xd ->
                switch (tag) {
                    case 0xdc -> unsigned(Short.BYTES);
                    case 0xdd -> unsigned(Integer.BYTES);
                    default -> throw fault("holds no list where one is due");
                };
            default -> throw fault("holds no list where one is due");
        };
        if (elements > size - position) {
            throw fault("announces " + elements + " elements, more than there are bytes");
        }
        return elements;
    }

    /** Reads a number of at least 0. */
    long positive() {
        int tag = tag();
        long value = switch (tag) {
            case 0xcc -> unsigned(Byte.BYTES);
            case 0xcd -> unsigned(Short.BYTES);
            case 0xce -> unsigned(Integer.BYTES);
            case 0xcf, 0xd3 -> unsigned(Long.BYTES);
            case 0xd0 -> (byte) unsigned(Byte.BYTES);
            case 0xd1 -> (short) unsigned(Short.BYTES);
            case 0xd2 -> (int) unsigned(Integer.BYTES);
            default -> {
                if (tag > 0x7f) {
                    throw fault("holds no number where one is due");
                }
                yield tag;
            }
        };
        if (value < 0) {
            throw fault("holds a number outside 0 to 2^63-1");
        }
        return value;
    }

    /** Walks over so many values and everything in them. */
    void skip(long values) {
        long left = values;
        while (left > 0) {
            left += inside(tag()) - 1;
        }
    }

    /** Passes the rest of a value whose tag was read; the answer is how many values it holds. */
    private long inside(int tag) {
        if (tag <= 0x7f || tag >= 0xe0) {
            return 0;
        }
        return switch (tag >>> 4) {
            case 0x8 -> 2L * (tag & 0xf);
            case 0x9 -> tag & 0xf;
            case 0xa, 0xb -> pass(tag & 0x1f);
            default -> insideWide(tag);
        };
    }

    private long insideWide(int tag) {
        return switch (tag) {
            case 0xc0, 0xc2, 0xc3 -> 0;
            case 0xc4, 0xd9 -> pass(unsigned(Byte.BYTES));
            case 0xc5, 0xda -> pass(unsigned(Short.BYTES));
            case 0xc6, 0xdb -> pass(unsigned(Integer.BYTES));
            case 0xc7 -> pass(unsigned(Byte.BYTES) + 1);
            case 0xc8 -> pass(unsigned(Short.BYTES) + 1);
            case 0xc9 -> pass(unsigned(Integer.BYTES) + 1);
            case 0xcc, 0xd0 -> pass(1);
            case 0xcd, 0xd1, 0xd4 -> pass(2);
            case 0xca, 0xce, 0xd2 -> pass(Integer.BYTES);
            case 0xcb, 0xcf, 0xd3 -> pass(Long.BYTES);
            case 0xd5 -> pass(3);
            case 0xd6 -> pass(5);
            case 0xd7 -> pass(9);
            case 0xd8 -> pass(17);
            case 0xdc -> unsigned(Short.BYTES);
            case 0xdd -> unsigned(Integer.BYTES);
            case 0xde -> 2 * unsigned(Short.BYTES);
            case 0xdf -> 2 * unsigned(Integer.BYTES);
            default -> throw fault("holds the tag " + Integer.toHexString(tag) + ", which stands for nothing");
        };
    }

    private long pass(long count) {
        need(count);
        position += count;
        return 0;
    }

    private int tag() {
        need(1);
        return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, position++));
    }

    private long unsigned(int width) {
        need(width);
        long value = switch (width) {
            case Byte.BYTES -> Byte.toUnsignedLong(bytes.get(ValueLayout.JAVA_BYTE, position));
            case Short.BYTES -> Short.toUnsignedLong(bytes.get(SHORT, position));
            case Integer.BYTES -> Integer.toUnsignedLong(bytes.get(INT, position));
            default -> bytes.get(LONG, position);
        };
        position += width;
        return value;
    }

    private void need(long count) {
        if (count > size - position) {
            throw fault("is truncated: " + count + " more bytes are due, and " + (size - position) + " are there");
        }
    }

    /** Demands that nothing follows. */
    void end() {
        if (position != size) {
            throw fault("goes on after its end");
        }
    }

    RequestException fault(String what) {
        return new RequestException(
                ErrorCode.INVALID_WIRE_DATA,
                "message at byte " + position + " " + what,
                "write it with the contract's codec");
    }
}
