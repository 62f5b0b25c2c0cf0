package dev.fovea.trace;

import dev.fovea.contract.TokenIds;
import java.util.regex.Pattern;

/**
 * SHA-256 over token ids, four bytes each, little endian: what the engine received and sampled, in a form small enough to travel
 * with the trace and be compared with what is trained.
 *
 * @param hex 64 hexadecimal digits
 */
public record TokensDigest(String hex) {

    private static final Pattern SYNTAX = Pattern.compile("[a-f0-9]{64}");

    public TokensDigest {
        if (!SYNTAX.matcher(hex).matches()) {
            throw new IllegalArgumentException("not a SHA-256: " + hex.length() + " characters");
        }
    }

    /** The digest of two runs of ids, one behind the other. */
    public static TokensDigest of(TokenIds prompt, TokenIds completion) {
        return new RunningDigest().add(prompt).add(completion).digest();
    }
}
