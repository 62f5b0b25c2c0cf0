package dev.fovea.families;

import dev.fovea.chat.ThinkingRetention;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * How a template is to be read, as far as somebody says it; what nobody says is the family's default. Immutable.
 *
 * <ul>
 *   <li>{@code family}: the family's name, where {@code config.json} does not tell it
 *   <li>{@code model}: the checkpoint's name; Qwen3.5's smallest ones do not think unless told to
 *   <li>{@code add_vision_id}: {@code Picture N: } before each image
 *   <li>{@code enable_thinking}, {@code thinking}: whether generation prompts ask for reasoning
 *   <li>{@code preserve_thinking}: whether earlier turns keep their reasoning in a full render
 *   <li>{@code reasoning_effort}: {@code xhigh}, {@code medium} or {@code low}
 *   <li>{@code thinking_retention}: {@code tool_cycle} or {@code all}, what bridges promise
 *   <li>{@code image_placeholder}: {@code expanded} or {@code compact}, all pads of an image or one
 *   <li>{@code image_cache_max}: taken because configurations hold it; nothing here keeps pixels
 * </ul>
 */
public final class RendererSettings {

    private static final RendererSettings DEFAULTS = new RendererSettings(Map.of());

    /** Settings that every family takes. */
    private static final Set<String> COMMON = Set.of("family", "model", "thinking_retention");

    private final Map<String, Object> given;

    private RendererSettings(Map<String, Object> given) {
        this.given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** Every family's defaults. */
    public static RendererSettings defaults() {
        return DEFAULTS;
    }

    /** Settings by their names in JSON; null is as if it were not there. */
    public static RendererSettings of(JsonNode object) {
        RendererSettings settings = DEFAULTS;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!member.getValue().isNull()) {
                settings = settings.with(member.getKey(), value(member.getKey(), member.getValue()));
            }
        }
        return settings;
    }

    private static Object value(String name, JsonNode value) {
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        if (value.isInt()) {
            return value.intValue();
        }
        if (value.isString()) {
            return value.stringValue();
        }
        throw wrong(name + " has a value that is no switch, number or text", "see docs/chat.md");
    }

    /**
     * These settings and one more.
     *
     * @param value a {@link Boolean}, {@link Integer} or {@link String}
     */
    public RendererSettings with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(given);
        more.put(name, value);
        return new RendererSettings(more);
    }

    /**
     * Refuses what a family does not take.
     *
     * @param switches names that it takes beside those of all families
     * @throws SetupException {@code invalid_configuration}, naming the setting and what is allowed
     */
    public void requireOnly(String family, Set<String> switches) {
        for (String name : given.keySet()) {
            if (!COMMON.contains(name) && !switches.contains(name)) {
                Set<String> allowed = new TreeSet<>(switches);
                allowed.addAll(COMMON);
                throw wrong("the family " + family + " has no setting " + name, "use " + allowed);
            }
        }
    }

    /** The family that is asked for. */
    public Optional<String> family() {
        return text("family");
    }

    /** The checkpoint's name. */
    public Optional<String> model() {
        return text("model");
    }

    /** {@code add_vision_id}. */
    public Optional<Boolean> addVisionId() {
        return flag("add_vision_id");
    }

    /** {@code enable_thinking}. */
    public Optional<Boolean> enableThinking() {
        return flag("enable_thinking");
    }

    /** {@code preserve_thinking}. */
    public Optional<Boolean> preserveThinking() {
        return flag("preserve_thinking");
    }

    /** {@code thinking}. */
    public Optional<Boolean> thinking() {
        return flag("thinking");
    }

    /** {@code thinking_retention}. */
    public Optional<ThinkingRetention> thinkingRetention() {
        return choice("thinking_retention", ThinkingRetention.values());
    }

    /** One of an enum's values by its lower-case name. */
    public <E extends Enum<E>> Optional<E> choice(String name, E[] values) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        List<String> names = Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        int at = names.indexOf(text.get());
        if (at < 0) {
            throw wrong(name + " is " + text.get(), "use one of " + names);
        }
        return Optional.of(values[at]);
    }

    private Optional<Boolean> flag(String name) {
        Object value = given.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw wrong(name + " is " + value, "use true or false");
        }
        return Optional.ofNullable((Boolean) value);
    }

    private Optional<String> text(String name) {
        Object value = given.get(name);
        if (value != null && !(value instanceof String)) {
            throw wrong(name + " is " + value, "use a text");
        }
        return Optional.ofNullable((String) value);
    }

    /** A setting that cannot be, as an exception to throw. */
    public static SetupException wrong(String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CONFIGURATION, "renderer settings: " + what, remedy);
    }
}
