package dev.fovea.vision;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The orientation in EXIF data, as Pillow's TIFF directory reader finds it: entries of unknown types are skipped, those whose value
 * lies beyond the data end the directory, and the first entry of a tag counts.
 */
final class Exif {

    private static final int ORIENTATION = 0x0112;
    private static final int HEADER = 8;
    private static final int ENTRY = 12;
    private static final int SKIPPED = -1;
    private static final int BEYOND = -2;

    /** Bytes of one value of each TIFF type, from type 0 on; 0 for types that Pillow does not know. */
    private static final int[] UNIT = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8};

    private final ByteBuffer data;
    private long outsideBytes;

    private Exif(ByteBuffer data) {
        this.data = data;
    }

    /** The orientation; null where the data have none, so that another place may tell it. */
    static @Nullable Orientation orientation(byte[] exif) {
        int from = afterPrefixes(exif);
        if (from == exif.length) {
            return null;
        }
        ByteBuffer data = ByteBuffer.wrap(exif, from, exif.length - from).slice();
        ByteOrder order = order(data);
        if (order == null) {
            return Orientation.UNREADABLE;
        }
        return new Exif(data.order(order)).directory();
    }

    /** {@code Exif\0\0} may precede the data once or twice. */
    private static int afterPrefixes(byte[] exif) {
        String start = new String(exif, 0, Math.min(12, exif.length), StandardCharsets.ISO_8859_1);
        return start.startsWith("Exif\0\0Exif\0\0") ? 12 : start.startsWith("Exif\0\0") ? 6 : 0;
    }

    /** Pillow takes the number 42 in either byte order. BigTIFF needs a longer header than EXIF has. */
    private static @Nullable ByteOrder order(ByteBuffer data) {
        if (data.capacity() < HEADER) {
            return null;
        }
        return switch (data.getInt(0)) {
            case 0x4D4D002A, 0x4D4D2A00 -> ByteOrder.BIG_ENDIAN;
            case 0x49492A00, 0x4949002A -> ByteOrder.LITTLE_ENDIAN;
            default -> null;
        };
    }

    private @Nullable Orientation directory() {
        long start = data.getInt(4) & 0xFFFF_FFFFL;
        if (start + 2 > data.capacity()) {
            return null;
        }
        int at = (int) start + 2;
        for (int left = data.getShort((int) start) & 0xFFFF; left > 0 && at + ENTRY <= data.capacity(); left--) {
            int value = value(at);
            if (value == BEYOND) {
                return null;
            }
            if (value != SKIPPED && (data.getShort(at) & 0xFFFF) == ORIENTATION) {
                return Orientation.of(number(data.getShort(at + 2) & 0xFFFF, value));
            }
            at += ENTRY;
        }
        return null;
    }

    /** Where an entry's value stands; {@link #SKIPPED} where Pillow passes over it, {@link #BEYOND} where it reads no further. */
    private int value(int entry) {
        int type = data.getShort(entry + 2) & 0xFFFF;
        long count = data.getInt(entry + 4) & 0xFFFF_FFFFL;
        long bytes = type < UNIT.length ? count * UNIT[type] : 0;
        if (bytes <= 4) {
            return bytes == 0 ? SKIPPED : entry + 8;
        }
        outsideBytes += bytes;
        if (outsideBytes > data.capacity()) {
            return SKIPPED;
        }
        long offset = data.getInt(entry + 8) & 0xFFFF_FFFFL;
        return offset + bytes > data.capacity() ? BEYOND : (int) offset;
    }

    /** The first number of a value; 0, which means nothing, for bytes, texts and broken fractions. */
    private long number(int type, int at) {
        try {
            return switch (type) {
                case 3 -> data.getShort(at) & 0xFFFF;
                case 4, 13 -> data.getInt(at) & 0xFFFF_FFFFL;
                case 5 -> quotient(data.getInt(at) & 0xFFFF_FFFFL, data.getInt(at + 4) & 0xFFFF_FFFFL);
                case 6 -> data.get(at);
                case 8 -> data.getShort(at);
                case 9 -> data.getInt(at);
                case 10 -> quotient(data.getInt(at), data.getInt(at + 4));
                case 11 -> whole(data.getFloat(at));
                case 12 -> whole(data.getDouble(at));
                case 16 -> data.getLong(at);
                default -> 0;
            };
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            return 0;
        }
    }

    private static long quotient(long numerator, long denominator) {
        return denominator != 0 && numerator % denominator == 0 ? numerator / denominator : 0;
    }

    private static long whole(double value) {
        return value >= 1 && value <= 8 && value == Math.rint(value) ? (long) value : 0;
    }
}
