package dev.fovea.contract.error;

import java.util.Locale;

/**
 * The stable code of an error. Its {@link #wire()} form never changes once released; its HTTP status follows one rule: an
 * error that a retry cannot cure has no status that client libraries retry by themselves (408, 409, 429, 5xx).
 */
public enum ErrorCode {
    /** The body is no JSON, or not UTF-8. */
    INVALID_JSON(400),
    /** The JSON is well formed, but a member is missing, misplaced or of the wrong type. */
    INVALID_REQUEST(400),
    /** Half a surrogate pair inside a JSON string: no tokenizer can encode it. */
    UNPAIRED_SURROGATE(400),
    /** Video, audio and other parts that are no text and no image. */
    UNSUPPORTED_MODALITY(400),
    /** An image that is neither a base64 data URL nor a file inside the allowed roots. */
    UNSUPPORTED_IMAGE_SOURCE(400),
    /** The payload of a data URL is not strict base64. */
    INVALID_BASE64(400),
    /** The bytes are no picture that every consumer would read in the same way. */
    INVALID_IMAGE(400),
    /** A kind of picture that this build does not decode exactly. */
    UNSUPPORTED_IMAGE_FORMAT(400),
    /** More bytes or pixels than a limit allows. */
    IMAGE_TOO_LARGE(413),
    /** The request body exceeds its limit. */
    BODY_TOO_LARGE(413),
    /** A {@code file:} URI that names no absolute local path. */
    INVALID_FILE_URI(400),
    /** A path that leaves the allowed roots, also through a symbolic link. */
    OUTSIDE_ALLOWED_ROOTS(400),
    /** A reference, descriptor or sidecar that breaks the contract. */
    INVALID_MM_IMAGE_REF(400),
    /** MessagePack that is not the struct it should be. */
    INVALID_WIRE_DATA(400),
    /** A message that the family's template cannot show where it stands. */
    UNRENDERABLE_MESSAGE(400),
    /** The prompt is longer than the model's context. */
    PROMPT_TOO_LONG(400),
    /** No session has this secret. */
    UNAUTHORIZED(401),
    /** No such rollout or route. */
    NOT_FOUND(404),
    /** The rollout was closed; nothing may be added to it. */
    ROLLOUT_CLOSED(410),

    /** The referenced file does not exist. */
    ASSET_MISSING(400),
    /** The file's bytes are not those that were stored. */
    ASSET_CHANGED(400),
    /** Grid, placeholder length or layout fingerprint differ between the two sides. */
    LAYOUT_MISMATCH(400),
    /** Pads without image data, or image data without pads. */
    PLACEHOLDER_MISMATCH(400),
    /** The engine's prompt ids are not those that were sent. */
    TOKEN_MISMATCH(502),
    /** Engine and trainer made different pixels from one reference. */
    PIXEL_MISMATCH(502),

    /** The engine's answer does not follow its protocol. */
    MALFORMED_ENGINE_ANSWER(502),
    /** The engine does not answer, or is shutting down. */
    ENGINE_UNAVAILABLE(503),
    /** The engine failed while it worked on this request. */
    ENGINE_FAILED(502),

    /** No free space is left, or less than the configured floor. */
    STORAGE_FULL(507),
    /** The file system refused an operation. */
    STORAGE_FAILED(500),

    /** A step that is written out of order, a second time, or with another number of items than was announced. */
    STEP_REFUSED(400),
    /** A step that a reader is due to get was removed, or never sent. */
    STEP_MISSING(400),
    /** Another writer has taken over this destination. */
    WRITER_REPLACED(400),
    /** A row or sample is larger than a broker or a message may be. */
    ROW_TOO_LARGE(413),
    /** The broker, or the other end of a socket, does not answer. */
    TRANSPORT_UNAVAILABLE(503),

    /** A fault of this program; its log says more. */
    INTERNAL_ERROR(500),

    /** A flag, file or setting is wrong. */
    INVALID_CONFIGURATION(400),
    /** A checkpoint folder lacks a file or key, or holds a tensor of another shape. */
    INVALID_CHECKPOINT(400),
    /** No family serves this model type. */
    UNKNOWN_FAMILY(400),
    /** The port is taken. */
    PORT_IN_USE(400),
    /** The policy lost all variance, or a value became infinite; training cannot go on. */
    TRAINING_FAILED(500);

    private final int httpStatus;

    ErrorCode(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    /** The code as it stands in bodies, logs and metrics, for example {@code invalid_base64}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of an HTTP answer that carries this code. */
    public int httpStatus() {
        return httpStatus;
    }

    /** Whether the same request may succeed later. Two sides that differ will differ again. */
    public boolean retryable() {
        return httpStatus >= 500 && this != TOKEN_MISMATCH && this != PIXEL_MISMATCH;
    }
}
