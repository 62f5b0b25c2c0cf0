package dev.fovea.contract;

import java.util.regex.Pattern;

/**
 * SHA-256 over the patches of one image, in the form and byte order that the consumer used. Equal digests prove equal pixels.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record PixelDigest(String hex) {

    private static final Pattern SYNTAX = Pattern.compile("[a-f0-9]{64}");

    public PixelDigest {
        if (!SYNTAX.matcher(hex).matches()) {
            throw new IllegalArgumentException("not a SHA-256: " + hex.length() + " characters");
        }
    }
}
