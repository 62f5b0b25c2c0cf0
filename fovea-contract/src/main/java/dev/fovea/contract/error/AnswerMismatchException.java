package dev.fovea.contract.error;

/**
 * An engine answers to something else than it was asked. The engine is at fault and nobody else, so that whoever has others leaves this
 * one alone.
 */
public final class AnswerMismatchException extends IdentityException {

    private static final long serialVersionUID = 1L;

    public AnswerMismatchException(ErrorCode code, String what, String remedy) {
        super(code, what, remedy);
    }
}
