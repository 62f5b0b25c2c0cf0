package dev.fovea.training.feed;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.wire.WireCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 over the rows of a step as they travel, so that a folder's step is known again. */
final class RowDigest {

    private final MessageDigest step = ImageHash.sha256();

    /** One row's. */
    static String of(MicroBatch row) {
        MessageDigest digest = ImageHash.sha256();
        try {
            WireCodec.MICRO_BATCH.write(row, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written anywhere", e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Adds the next row's. */
    void add(String row) {
        step.update(row.getBytes(StandardCharsets.US_ASCII));
    }

    /** Of all rows. */
    String hex() {
        return HexFormat.of().formatHex(step.digest());
    }
}
