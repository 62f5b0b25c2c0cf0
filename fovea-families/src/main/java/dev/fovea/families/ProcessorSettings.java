package dev.fovea.families;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An object of an image processor's settings, read without a guess: a missing key is no default, and a key that is not understood
 * is refused by name.
 */
public final class ProcessorSettings {

    private static final int SHOWN = 64;

    private final JsonNode root;
    private final String where;

    private ProcessorSettings(JsonNode root, String where) {
        this.root = root;
        this.where = where;
    }

    /** Settings at some place of a file; {@code where} begins every message. */
    public static ProcessorSettings of(@Nullable JsonNode root, String where) {
        if (root == null || !root.isObject()) {
            throw refused(where, "is no JSON object", "restore the file");
        }
        return new ProcessorSettings(root, where);
    }

    /** An object inside of these settings. */
    public ProcessorSettings object(String key) {
        return of(root.get(key), where + " (" + key + ")");
    }

    /** A member as it stands in the file. */
    public @Nullable JsonNode get(String key) {
        return root.get(key);
    }

    /** Refuses the first member that a family cannot make sense of. */
    public void requireUnderstood(BiPredicate<String, JsonNode> understood) {
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            if (!understood.test(entry.getKey(), entry.getValue())) {
                throw refused(
                        where,
                        "holds " + entry.getKey() + " = " + shown(entry.getValue()) + ", which is not understood",
                        "remove it, or add it to Fovea");
            }
        }
    }

    /** An integer above 0. */
    public int positive(String key) {
        return positive(key, root.get(key));
    }

    /** An integer above 0 that was found under some name. */
    public int positive(String name, @Nullable JsonNode value) {
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw refused(where, "lacks an integer " + name, "restore the checkpoint's file; there is no default");
        }
        if (value.longValue() < 1 || value.longValue() > Integer.MAX_VALUE) {
            throw refused(where, "holds an impossible " + name + " of " + value, "restore the checkpoint's file");
        }
        return value.intValue();
    }

    /** Three numbers, one a channel. */
    public List<Double> channels(String key) {
        JsonNode values = root.get(key);
        if (values == null || !values.isArray() || values.size() != 3) {
            throw refused(where, "lacks three numbers " + key, "restore the checkpoint's file; there is no default");
        }
        if (!StreamSupport.stream(values.spliterator(), false).allMatch(JsonNode::isNumber)) {
            throw refused(where, "holds " + key + " that are no numbers", "restore the checkpoint's file");
        }
        return StreamSupport.stream(values.spliterator(), false)
                .map(JsonNode::doubleValue)
                .toList();
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN - 1) + "…";
    }

    private static SetupException refused(String where, String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CHECKPOINT, where + " " + what, remedy);
    }
}
