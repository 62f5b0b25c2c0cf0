package dev.fovea.contract.error;

import java.io.IOException;
import java.util.Locale;
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

    /** {@code storage_full} or {@code storage_failed}. The JDK has no type for a full disk or quota, only the system's words. */
    public static ErrorCode codeOf(IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left") || message.contains("quota exceeded")
                ? ErrorCode.STORAGE_FULL
                : ErrorCode.STORAGE_FAILED;
    }
}
