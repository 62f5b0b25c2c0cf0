package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.regex.Pattern;

/**
 * The first 32 hexadecimal digits of an image's SHA-256. It exists only where the contract's bytes demand it; inside Fovea
 * {@link ImageHash} is the key.
 */
public record MmHash(String hex) {

    static final int DIGITS = 32;

    private static final Pattern SYNTAX = Pattern.compile("[a-f0-9]{32}");

    public MmHash {
        if (!SYNTAX.matcher(hex).matches()) {
            throw new RequestException(
                    ErrorCode.INVALID_MM_IMAGE_REF,
                    "mm_hash of " + hex.length() + " characters is not of this contract",
                    "give the first 32 lower-case hexadecimal digits of the file's SHA-256");
        }
    }

    public boolean matches(ImageHash hash) {
        return hash.hex().startsWith(hex);
    }
}
