package dev.fovea.contract.error;

import org.jspecify.annotations.Nullable;

/** The file system could not keep or give bytes. */
public final class StorageException extends FoveaException {

    private static final long serialVersionUID = 1L;

    public StorageException(ErrorCode code, String what, String remedy) {
        this(code, what, remedy, null);
    }

    public StorageException(ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
        super(code, what, remedy, cause);
    }
}
