package dev.fovea.training.transport;

import java.io.IOException;
import java.io.OutputStream;

/** The few bytes around the items of a step, in the smallest form, as the contract's codec writes them. */
final class MessagePackHead {

    private static final int FIXARRAY = 0x90;
    private static final int ARRAY_16 = 0xdc;
    private static final int ARRAY_32 = 0xdd;
    private static final int UINT_8 = 0xcc;
    private static final int UINT_16 = 0xcd;
    private static final int UINT_32 = 0xce;
    private static final int UINT_64 = 0xcf;

    private MessagePackHead() {}

    static void array(OutputStream out, int size) throws IOException {
        if (size <= 0xf) {
            out.write(FIXARRAY | size);
        } else if (size <= 0xffff) {
            tagged(out, ARRAY_16, size, Short.BYTES);
        } else {
            tagged(out, ARRAY_32, size, Integer.BYTES);
        }
    }

    static void positive(OutputStream out, long value) throws IOException {
        if (value <= 0x7f) {
            out.write((int) value);
        } else if (value <= 0xff) {
            tagged(out, UINT_8, value, Byte.BYTES);
        } else if (value <= 0xffff) {
            tagged(out, UINT_16, value, Short.BYTES);
        } else if (value <= 0xffff_ffffL) {
            tagged(out, UINT_32, value, Integer.BYTES);
        } else {
            tagged(out, UINT_64, value, Long.BYTES);
        }
    }

    private static void tagged(OutputStream out, int tag, long value, int bytes) throws IOException {
        out.write(tag);
        for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.write((int) (value >>> shift));
        }
    }
}
