package dev.fovea.contract.error;

import org.jspecify.annotations.Nullable;

/** Two sides that must be equal are not: tokens, spans, bytes or pixels. Never answered by going on. */
public sealed class IdentityException extends FoveaException permits AnswerMismatchException {

    private static final long serialVersionUID = 1L;

    public IdentityException(ErrorCode code, String what, String remedy) {
        this(code, what, remedy, null);
    }

    public IdentityException(ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
        super(code, what, remedy, cause);
    }
}
