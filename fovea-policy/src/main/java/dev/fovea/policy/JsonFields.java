package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The members of one object of {@code config.json}; a missing or strange one is an error that names it. */
record JsonFields(JsonNode node, String source, String path) {

    private static final int SHOWN_CHARACTERS = 80;

    boolean has(String name) {
        JsonNode value = node.path(name);
        return !value.isMissingNode() && !value.isNull();
    }

    JsonFields object(String name) {
        JsonNode value = node.path(name);
        if (!value.isObject()) {
            throw refused(name, "an object");
        }
        return new JsonFields(value, source, path + name + ".");
    }

    int whole(String name) {
        return whole(node.path(name), name);
    }

    double number(String name) {
        JsonNode value = node.path(name);
        if (!value.isNumber()) {
            throw refused(name, "a number");
        }
        return value.doubleValue();
    }

    boolean truth(String name, boolean absent) {
        return has(name) ? node.path(name).asBoolean(absent) : absent;
    }

    List<Integer> wholes(String name) {
        JsonNode value = node.path(name);
        if (!value.isArray()) {
            throw refused(name, "a list of whole numbers");
        }
        List<Integer> numbers = new ArrayList<>();
        value.forEach(element -> numbers.add(whole(element, name)));
        return numbers;
    }

    /** The only or the first one: the end of a text may be several tokens. */
    int firstWhole(String name) {
        JsonNode value = node.path(name);
        return whole(value.isArray() && !value.isEmpty() ? value.get(0) : value, name);
    }

    private int whole(JsonNode value, String name) {
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
            throw refused(name, "a whole number of at least 0");
        }
        return value.intValue();
    }

    /** Refuses a model that computes something else than this room does; absent means the default. */
    void mustSay(String name, List<String> wanted) {
        if (has(name) && !wanted.contains(node.path(name).asString(""))) {
            throw unsupported(name, wanted.getFirst());
        }
    }

    /** The same for a list. */
    void mustConsistOf(String name, String wanted) {
        if (has(name)
                && !node.path(name)
                        .valueStream()
                        .allMatch(element -> element.asString("").equals(wanted))) {
            throw unsupported(name, wanted);
        }
    }

    void mustBeAbsent(String name, String wanted) {
        if (has(name)) {
            throw unsupported(name, wanted);
        }
    }

    /** Refuses the first member of an unknown name; null and private members decide nothing. */
    void requireKnown(Set<String> known) {
        for (String name : node.propertyNames()) {
            if (has(name) && !known.contains(name) && !name.startsWith("_")) {
                throw new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        source + ": " + path + name + " is " + shown(name)
                                + ", and the embedded policy knows no such key",
                        "serve this checkpoint with an external engine, or remove the key if it decides no arithmetic");
            }
        }
    }

    private String shown(String name) {
        String text = node.path(name).toString();
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }

    void mustSay(String name, boolean absent, boolean wanted) {
        if (truth(name, absent) != wanted) {
            throw unsupported(name, String.valueOf(wanted));
        }
    }

    private SetupException refused(String name, String wanted) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                source + ": " + path + name + " is not " + wanted,
                "take the config.json that belongs to the weights");
    }

    private SetupException unsupported(String name, String wanted) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                source + ": " + path + name + " is " + shown(name) + ", and the embedded policy computes only "
                        + wanted,
                "serve this checkpoint with an external engine");
    }
}
