package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.regex.Pattern;

/**
 * What makes two messages the same: a digest over their role and meaning, made where messages are understood.
 *
 * @param hex 32 to 64 lower-case hexadecimal digits
 */
public record MessageKey(String hex) {

    private static final Pattern SYNTAX = Pattern.compile("[a-f0-9]{32,64}");

    public MessageKey {
        if (!SYNTAX.matcher(hex).matches()) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST, "a message key is no digest", "give 32 to 64 hexadecimal digits");
        }
    }
}
