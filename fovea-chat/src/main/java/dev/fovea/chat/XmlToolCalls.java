package dev.fovea.chat;

import dev.fovea.chat.ParsedToolCall.Span;
import dev.fovea.chat.ParsedToolCall.Status;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tool calls between two tokens whose text is {@code <function=NAME>}, then for each argument
 * {@code <parameter=KEY>VALUE</parameter>}. Values are typed by the tool's schema. Section 10 of the renderer specification.
 */
public final class XmlToolCalls implements ToolCallReader {

    private static final String FUNCTION = "<function=";
    private static final String PARAMETER = "<parameter=";
    private static final String PARAMETER_END = "</parameter>";

    private final Tokenizer tokenizer;
    private final int opener;
    private final int closer;

    public XmlToolCalls(Tokenizer tokenizer, int opener, int closer) {
        this.tokenizer = tokenizer;
        this.opener = opener;
        this.closer = closer;
    }

    @Override
    public boolean opens(int id) {
        return id == opener;
    }

    @Override
    public IntPredicate completes() {
        return id -> id == closer;
    }

    /** Text between and behind the calls does not count. */
    @Override
    public List<ParsedToolCall> parse(TokenIds said, int from, List<JsonNode> tools) {
        List<ParsedToolCall> calls = new ArrayList<>();
        int open = first(said, from);
        while (open < said.size()) {
            int close = open + 1;
            while (close < said.size() && said.get(close) != closer) {
                close++;
            }
            String raw = tokenizer.decode(said.slice(open + 1, close));
            if (close == said.size()) {
                Span span = new Span(open, close);
                calls.add(new ParsedToolCall(raw, null, null, Status.UNCLOSED_BLOCK, null, span));
                break;
            }
            calls.add(call(raw, new Span(open, close + 1), tools));
            open = first(said, close + 1);
        }
        return calls;
    }

    private static ParsedToolCall call(String raw, Span span, List<JsonNode> tools) {
        int start = named(raw);
        int end = start < 0 ? -1 : raw.indexOf('>', start + FUNCTION.length());
        if (end < 0) {
            return new ParsedToolCall(raw, null, null, Status.MALFORMED_STRUCTURE, null, span);
        }
        String name = raw.substring(start + FUNCTION.length(), end);
        ParameterTypes types = ParameterTypes.of(tools, name);
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        boolean readable = true;
        int at = 0; // the whole block is searched, whatever stands around its function
        for (Optional<Parameter> found = Parameter.from(raw, at); found.isPresent(); found = Parameter.from(raw, at)) {
            Parameter parameter = found.get();
            Optional<JsonNode> value = types.read(parameter.key(), parameter.value());
            readable &= value.isPresent();
            arguments.set(
                    parameter.key(),
                    value.orElseGet(() -> JsonNodeFactory.instance.stringNode(PythonText.strip(parameter.value()))));
            at = parameter.end();
        }
        Status status = readable ? Status.OK : Status.INVALID_JSON;
        return new ParsedToolCall(raw, name, PythonJson.text(arguments), status, null, span);
    }

    /** Index of the first opening tag with a name; an empty one is none. */
    private static int named(String raw) {
        int start = raw.indexOf(FUNCTION);
        while (start >= 0 && raw.startsWith(">", start + FUNCTION.length())) {
            start = raw.indexOf(FUNCTION, start + FUNCTION.length());
        }
        return start;
    }

    /**
     * One parameter of a call.
     *
     * @param value without the newline that frames it on each side
     * @param end index behind its closing tag
     */
    private record Parameter(String key, String value, int end) {

        /** The next one; a parameter that is not closed takes in what follows, up to the next close. */
        static Optional<Parameter> from(String raw, int from) {
            int start = raw.indexOf(PARAMETER, from);
            while (start >= 0) {
                int keyAt = start + PARAMETER.length();
                int keyEnd = raw.indexOf('>', keyAt);
                if (keyEnd < 0) {
                    return Optional.empty();
                }
                if (keyEnd > keyAt) {
                    return closed(raw, raw.substring(keyAt, keyEnd), keyEnd + 1);
                }
                start = raw.indexOf(PARAMETER, keyAt);
            }
            return Optional.empty();
        }

        private static Optional<Parameter> closed(String raw, String key, int from) {
            int end = raw.indexOf(PARAMETER_END, from);
            if (end < 0) {
                return Optional.empty();
            }
            String value = raw.substring(from, end);
            value = value.startsWith("\n") ? value.substring(1) : value;
            value = value.endsWith("\n") ? value.substring(0, value.length() - 1) : value;
            return Optional.of(new Parameter(key, value, end + PARAMETER_END.length()));
        }
    }
}
