package dev.fovea.contract.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What Fovea throws on purpose. The message has two halves: {@link #what()} says what was wrong and where, in one sentence
 * without a final stop; {@link #remedy()} says what the reader can do. Neither ever holds an image payload or a secret.
 */
public abstract sealed class FoveaException extends RuntimeException
        permits RequestException, IdentityException, StorageException, EngineException, SetupException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String what;
    private final String remedy;

    FoveaException(ErrorCode code, String what, String remedy, @Nullable Throwable cause) {
        super(what + "; " + remedy, cause);
        this.code = requireNonNull(code, "code");
        this.what = what;
        this.remedy = remedy;
    }

    public final ErrorCode code() {
        return code;
    }

    /** What was wrong and where. */
    public final String what() {
        return what;
    }

    /** What the person who reads this can do. */
    public final String remedy() {
        return remedy;
    }

    /** The same error with the place in which it was found before its sentence; kind, code and remedy stay. */
    public final FoveaException in(String place) {
        String placed = place + ": " + what;
        return switch (this) {
            case RequestException e -> new RequestException(code, placed, remedy, e);
            case IdentityException e -> new IdentityException(code, placed, remedy, e);
            case StorageException e -> new StorageException(code, placed, remedy, e);
            case EngineException e -> new EngineException(code, placed, remedy, e);
            case SetupException e -> new SetupException(code, placed, remedy, e);
        };
    }
}
