package dev.fovea.contract.error;

import org.jspecify.annotations.Nullable;

/** A command cannot start: a flag, a folder, a checkpoint or a port. Ends the program with exit code 2. */
public final class SetupException extends FoveaException {

    private static final long serialVersionUID = 1L;

    public SetupException(ErrorCode code, String what, String remedy) {
        this(code, what, remedy, null);
    }

    public SetupException(ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
        super(code, what, remedy, cause);
    }
}
