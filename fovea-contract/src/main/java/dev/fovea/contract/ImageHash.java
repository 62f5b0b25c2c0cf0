package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * SHA-256 of an image file's encoded bytes, the key of everything that belongs to it.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record ImageHash(String hex) {

    private static final Pattern SYNTAX = Pattern.compile("[a-f0-9]{64}");

    public ImageHash {
        if (!SYNTAX.matcher(hex).matches()) {
            throw new RequestException(
                    ErrorCode.INVALID_MM_IMAGE_REF,
                    "an image hash of " + hex.length() + " characters is no SHA-256",
                    "give 64 lower-case hexadecimal digits");
        }
    }

    public static ImageHash of(byte[] encodedImage) {
        return ofDigest(sha256().digest(encodedImage));
    }

    /** The hash whose 32 digest bytes are already known. */
    public static ImageHash ofDigest(byte[] digest) {
        return new ImageHash(HexFormat.of().formatHex(digest));
    }

    /** A fresh SHA-256; every Java platform has one. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("the Java platform demands SHA-256", e);
        }
    }

    /** The 32 digits that the contract's {@code mm_hash} holds. */
    public MmHash mmHash() {
        return new MmHash(hex.substring(0, MmHash.DIGITS));
    }
}
