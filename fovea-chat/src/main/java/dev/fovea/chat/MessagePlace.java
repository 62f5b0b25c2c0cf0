package dev.fovea.chat;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;

/**
 * Where in a conversation something stands, as errors name it: {@code message 2} or {@code message 2 part 1}.
 *
 * @param message index of the message
 * @param where what of it: {@code part 1}, {@code tool call 0}, the name of a field, or empty for all of it
 */
public record MessagePlace(int message, String where) {

    public static MessagePlace of(int message) {
        return new MessagePlace(message, "");
    }

    /** A content part. */
    public static MessagePlace part(int message, int part) {
        return new MessagePlace(message, "part " + part);
    }

    /** A field by its name. */
    public static MessagePlace field(int message, String name) {
        return new MessagePlace(message, name);
    }

    /** The refusal of what stands here, to be thrown; {@code what} goes on behind the place. */
    public RequestException refused(ErrorCode code, String what, String remedy) {
        return new RequestException(code, this + " " + what, remedy);
    }

    /** The refusal of what a template cannot show here. */
    public RequestException unrenderable(String what, String remedy) {
        return refused(ErrorCode.UNRENDERABLE_MESSAGE, what, remedy);
    }

    @Override
    public String toString() {
        return where.isEmpty() ? "message " + message : "message " + message + " " + where;
    }
}
