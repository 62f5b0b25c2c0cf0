package dev.fovea.vision;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Makes the checksums of a damaged PNG file right, so that the damage gets further than the first check. */
final class PngRepair {

    private static final int SIGNATURE = 8;
    private static final int FRAME = 12;

    private PngRepair() {}

    static byte[] checksums(byte[] png) {
        ByteBuffer repaired = ByteBuffer.wrap(png.clone());
        CRC32 crc = new CRC32();
        long at = SIGNATURE;
        while (at + FRAME <= png.length) {
            long length = repaired.getInt((int) at) & 0xFFFF_FFFFL;
            if (at + FRAME + length > png.length) {
                break;
            }
            crc.reset();
            crc.update(repaired.array(), (int) at + 4, 4 + (int) length);
            repaired.putInt((int) (at + 8 + length), (int) crc.getValue());
            at += FRAME + length;
        }
        return repaired.array();
    }
}
