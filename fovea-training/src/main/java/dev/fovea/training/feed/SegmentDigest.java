package dev.fovea.training.feed;

import dev.fovea.contract.ImageHash;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 of memory off the heap. */
final class SegmentDigest {

    /** A buffer cannot be larger than 2 GB; a digest copies what is off the heap in small pieces anyway. */
    private static final long PIECE_BYTES = 1L << 30;

    private SegmentDigest() {}

    static String sha256(MemorySegment bytes) {
        MessageDigest digest = ImageHash.sha256();
        for (long at = 0; at < bytes.byteSize(); at += PIECE_BYTES) {
            digest.update(bytes.asSlice(at, Math.min(PIECE_BYTES, bytes.byteSize() - at))
                    .asByteBuffer());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
