package dev.fovea.chat;

import dev.fovea.chat.ParsedToolCall.Span;
import dev.fovea.chat.ParsedToolCall.Status;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;

/** Tool calls that are written as one JSON object each between two tokens: {@code {"name": ..., "arguments": ...}}. */
public final class JsonToolCalls implements ToolCallReader {

    private final Tokenizer tokenizer;
    private final int opener;
    private final int closer;

    public JsonToolCalls(Tokenizer tokenizer, int opener, int closer) {
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
    public List<ParsedToolCall> parse(TokenIds ids, int from, List<JsonNode> tools) {
        List<ParsedToolCall> calls = new ArrayList<>();
        for (int open = first(ids, from); open < ids.size(); ) {
            int close = find(ids, open + 1, closer);
            String raw = PythonText.strip(tokenizer.decode(ids.slice(open + 1, close)));
            if (close == ids.size()) {
                Span span = new Span(open, ids.size());
                calls.add(new ParsedToolCall(raw, null, null, Status.UNCLOSED_BLOCK, null, span));
                break;
            }
            calls.add(call(raw, new Span(open, close + 1)));
            open = first(ids, close + 1);
        }
        return calls;
    }

    private static ParsedToolCall call(String raw, Span span) {
        Optional<JsonNode> read = PythonJson.read(raw);
        if (read.isEmpty()) {
            return new ParsedToolCall(raw, null, null, Status.INVALID_JSON, null, span);
        }
        JsonNode name = read.get().path("name");
        JsonNode arguments = read.get().path("arguments");
        String text = arguments.isMissingNode() ? "{}" : arguments.isNull() ? null : PythonJson.text(arguments);
        return name.isString() && !name.stringValue().isEmpty()
                ? new ParsedToolCall(raw, name.stringValue(), text, Status.OK, null, span)
                : new ParsedToolCall(raw, null, text, Status.MISSING_NAME, null, span);
    }

    private static int find(TokenIds ids, int from, int wanted) {
        int at = from;
        while (at < ids.size() && ids.get(at) != wanted) {
            at++;
        }
        return at;
    }
}
