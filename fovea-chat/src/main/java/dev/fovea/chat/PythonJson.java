package dev.fovea.chat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON text as Python's {@code json} module writes and reads it. Prompts hold tool specifications and arguments in this form, so
 * a blank more or less is another prompt.
 */
public final class PythonJson {

    private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

    /** Python itself stops at 4,300 digits and about 1,000 levels. */
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNumberLength(4_300)
            .maxNestingDepth(500)
            .maxStringLength(Integer.MAX_VALUE)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(LIMITS).build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PythonJson() {}

    /** {@code json.dumps(value, ensure_ascii=False)}; half a surrogate pair is written as an escape, since UTF-8 cannot hold it. */
    public static String text(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, Style.SPACED, text);
        return text.toString();
    }

    /** {@code json.dumps(value, sort_keys=True, separators=(",", ":"))}: equal for equal values, whatever their order was. */
    public static String canonical(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, Style.SORTED, text);
        return text.toString();
    }

    /** {@code json.loads(text)}; empty where Python would raise, or where a limit is passed. */
    public static Optional<JsonNode> read(String text) {
        try {
            refuseOtherNames(text);
            JsonNode value = MAPPER.readTree(text);
            return value == null || value.isMissingNode() ? Optional.empty() : Optional.of(value);
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Jackson's reader knows more spellings of infinity than Python's. */
    private static void refuseOtherNames(String text) {
        if (!text.contains("INF") && !text.contains("+I")) {
            return;
        }
        try (JsonParser parser = MAPPER.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_FLOAT
                        && parser.isNaN()
                        && !NOT_FINITE.contains(parser.getString())) {
                    throw new StreamReadException(parser, "no number of JSON");
                }
            }
        }
    }

    private enum Style {
        SPACED(", ", ": "),
        SORTED(",", ":");

        private final String comma;
        private final String colon;

        Style(String comma, String colon) {
            this.comma = comma;
            this.colon = colon;
        }
    }

    private static void write(JsonNode value, Style style, StringBuilder out) {
        if (value.isObject()) {
            writeObject(value, style, out);
        } else if (value.isArray()) {
            out.append('[');
            Iterator<JsonNode> elements = value.iterator();
            while (elements.hasNext()) {
                write(elements.next(), style, out);
                out.append(elements.hasNext() ? style.comma : "");
            }
            out.append(']');
        } else if (value.isString()) {
            JsonString.write(value.stringValue(), out);
        } else if (value.isIntegralNumber()) {
            out.append(value.bigIntegerValue());
        } else if (value.isNumber()) {
            out.append(PythonFloat.repr(value.doubleValue()));
        } else if (value.isBoolean()) {
            out.append(value.booleanValue());
        } else {
            out.append("null");
        }
    }

    private static void writeObject(JsonNode value, Style style, StringBuilder out) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(value.properties());
        if (style == Style.SORTED) {
            members.sort(JsonString.byCodePoint());
        }
        out.append('{');
        for (int i = 0; i < members.size(); i++) {
            out.append(i == 0 ? "" : style.comma);
            JsonString.write(members.get(i).getKey(), out);
            out.append(style.colon);
            write(members.get(i).getValue(), style, out);
        }
        out.append('}');
    }
}
