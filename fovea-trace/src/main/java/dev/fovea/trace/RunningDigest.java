package dev.fovea.trace;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.TokenIds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * {@link TokensDigest} of a growing sequence: every turn of a conversation is digested from its start, and each token is read only
 * once. One thread.
 */
public final class RunningDigest {

    private static final int CHUNK = 1024;

    private final MessageDigest sha256 = ImageHash.sha256();
    private final ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * CHUNK).order(ByteOrder.LITTLE_ENDIAN);

    /** Adds ids behind those that were added. */
    public RunningDigest add(TokenIds ids) {
        ids.visit(this::add);
        return this;
    }

    private void add(int[] ids, int from, int to) {
        for (int at = from; at < to; at += CHUNK) {
            int count = Math.min(CHUNK, to - at);
            bytes.clear().asIntBuffer().put(ids, at, count);
            sha256.update(bytes.limit(Integer.BYTES * count));
        }
    }

    /** The digest of all that was added so far; more may be added. */
    public TokensDigest digest() {
        return new TokensDigest(hex());
    }

    /** Whether that is the digest of all that was added so far. */
    public boolean is(TokensDigest expected) {
        return hex().equals(expected.hex());
    }

    private String hex() {
        try {
            MessageDigest soFar = (MessageDigest) sha256.clone();
            return HexFormat.of().formatHex(soFar.digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
        }
    }
}
