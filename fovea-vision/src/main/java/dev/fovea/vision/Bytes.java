package dev.fovea.vision;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bounds-checked reads from an encoded image; what lies beyond its end is an invalid image. */
final class Bytes {

    private final byte[] array;
    private final ByteBuffer big;
    private final ByteBuffer little;

    Bytes(byte[] array) {
        this.array = array;
        this.big = ByteBuffer.wrap(array).order(ByteOrder.BIG_ENDIAN);
        this.little = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] array() {
        return array;
    }

    int length() {
        return array.length;
    }

    int u8(int at) {
        return array[within(at, 1)] & 0xFF;
    }

    int u16be(int at) {
        return big.getShort(within(at, 2)) & 0xFFFF;
    }

    int u16le(int at) {
        return little.getShort(within(at, 2)) & 0xFFFF;
    }

    int u24le(int at) {
        return u16le(at) | (u8(at + 2) << 16);
    }

    long u32be(int at) {
        return big.getInt(within(at, 4)) & 0xFFFF_FFFFL;
    }

    long u32le(int at) {
        return little.getInt(within(at, 4)) & 0xFFFF_FFFFL;
    }

    /** A copy of some bytes. */
    byte[] slice(int at, int length) {
        return Arrays.copyOfRange(array, within(at, length), at + length);
    }

    static String latin1(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Whether these Latin-1 characters stand here. */
    boolean has(int at, String text) {
        if (at < 0 || at > array.length - text.length()) {
            return false;
        }
        return new String(array, at, text.length(), StandardCharsets.ISO_8859_1).equals(text);
    }

    /** The offset itself, if {@code length} bytes follow it. */
    int within(long at, long length) {
        if (at < 0 || length < 0 || at + length > array.length) {
            throw InvalidImage.because("the image ends inside its structure, at byte " + array.length);
        }
        return (int) at;
    }
}
