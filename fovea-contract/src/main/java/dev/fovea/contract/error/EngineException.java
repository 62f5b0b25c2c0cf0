package dev.fovea.contract.error;

import org.jspecify.annotations.Nullable;

/** The engine could not answer, or answered against its protocol. */
public final class EngineException extends FoveaException {

    private static final long serialVersionUID = 1L;

    public EngineException(ErrorCode code, String what, String remedy) {
        this(code, what, remedy, null);
    }

    public EngineException(ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
        super(code, what, remedy, cause);
    }
}
