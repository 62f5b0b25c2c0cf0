package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where in a JSON document a scanner stands: the containers around it and the member names that lead there. Knows just enough to
 * tell an image's place from any other string.
 */
final class JsonPlace {

    private static final int MAX_DEPTH = 256;

    /** One open container; {@code key} is the last member name seen, {@code index} counts the elements of an array. */
    private static final class Frame {
        private final boolean object;
        private boolean expectsKey;
        private String key = "";
        private int index;

        private Frame(boolean object) {
            this.object = object;
            this.expectsKey = object;
        }
    }

    private final List<Frame> frames = new ArrayList<>();

    void open(boolean object) {
        if (frames.size() >= MAX_DEPTH) {
            throw new RequestException(
                    ErrorCode.INVALID_JSON,
                    "the body is nested deeper than " + MAX_DEPTH + " levels",
                    "flatten the request");
        }
        frames.add(new Frame(object));
    }

    void close() {
        if (frames.isEmpty()) {
            throw new RequestException(
                    ErrorCode.INVALID_JSON, "the body closes what it never opened", "send valid JSON");
        }
        frames.removeLast();
    }

    void comma() {
        if (!frames.isEmpty()) {
            frames.getLast().expectsKey = frames.getLast().object;
            frames.getLast().index++;
        }
    }

    boolean expectsKey() {
        return !frames.isEmpty() && frames.getLast().expectsKey;
    }

    void key(String name) {
        frames.getLast().key = name;
        frames.getLast().expectsKey = false;
    }

    /** Whether a string that begins here is the URL of an image part inside a message's content. */
    boolean isImageUrl() {
        return isMemberOfPart("image") || isUrlObjectOfPart();
    }

    private boolean isUrlObjectOfPart() {
        return frames.size() == 6
                && isPart()
                && frames.get(4).key.equals("image_url")
                && frames.get(5).object
                && frames.get(5).key.equals("url");
    }

    /** Whether a string that begins here stands where an image part's URL object should. */
    boolean isBareImageUrl() {
        return isMemberOfPart("image_url");
    }

    /** The part around an image, as refusals name it: {@code messages[1].content[0]}. */
    String part() {
        return "messages[" + frames.get(1).index + "].content[" + frames.get(3).index + "]";
    }

    private boolean isMemberOfPart(String member) {
        return frames.size() == 5 && isPart() && frames.get(4).key.equals(member);
    }

    /** {@code {"messages": [{"content": [{…}]}]}}. */
    private boolean isPart() {
        return frames.get(0).object
                && frames.get(0).key.equals("messages")
                && !frames.get(1).object
                && frames.get(2).object
                && frames.get(2).key.equals("content")
                && !frames.get(3).object
                && frames.get(4).object;
    }
}
