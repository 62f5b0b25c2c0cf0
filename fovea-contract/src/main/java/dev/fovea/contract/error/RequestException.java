package dev.fovea.contract.error;

import org.jspecify.annotations.Nullable;

/** Input from outside that is refused: a body, a part, a reference, wire data. */
public final class RequestException extends FoveaException {

    private static final long serialVersionUID = 1L;

    public RequestException(ErrorCode code, String what, String remedy) {
        this(code, what, remedy, null);
    }

    public RequestException(ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
        super(code, what, remedy, cause);
    }
}
