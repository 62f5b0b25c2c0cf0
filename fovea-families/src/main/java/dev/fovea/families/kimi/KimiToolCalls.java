package dev.fovea.families.kimi;

import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.ParsedToolCall.Span;
import dev.fovea.chat.ParsedToolCall.Status;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.Tokenizer;
import dev.fovea.chat.ToolCallReader;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Calls in one section, each an id and JSON arguments between tokens. The tool's name is a part of the id:
 * {@code functions.NAME:INDEX}. A call ends at its end token, or where the next one begins, or with the section; what stands
 * between calls and behind the section does not count.
 */
public final class KimiToolCalls implements ToolCallReader {

    private final Tokenizer tokenizer;
    private final KimiTokens tokens;

    public KimiToolCalls(Tokenizer tokenizer, KimiTokens tokens) {
        this.tokenizer = tokenizer;
        this.tokens = tokens;
    }

    @Override
    public boolean opens(int id) {
        return id == tokens.sectionBegin();
    }

    @Override
    public IntPredicate completes() {
        return new Follower();
    }

    @Override
    public List<ParsedToolCall> parse(TokenIds said, int from, List<JsonNode> tools) {
        List<ParsedToolCall> calls = new ArrayList<>();
        int end = find(said, tokens.sectionEnd(), from, said.size());
        int begin = find(said, tokens.callBegin(), from, end);
        while (begin < end) {
            int next = find(said, tokens.callBegin(), begin + 1, end);
            calls.add(call(said, begin, next));
            begin = next;
        }
        return calls;
    }

    private ParsedToolCall call(TokenIds said, int begin, int end) {
        int arguments = find(said, tokens.argumentBegin(), begin + 1, end);
        if (arguments == end) {
            String raw = tokenizer.decode(said.slice(begin + 1, end));
            return new ParsedToolCall(raw, null, null, Status.MALFORMED_STRUCTURE, null, new Span(begin, end));
        }
        int close = find(said, tokens.callEnd(), arguments + 1, end);
        ParsedToolCall call = read(
                tokenizer.decode(said.slice(begin + 1, close)),
                tokenizer.decode(said.slice(begin + 1, arguments)),
                tokenizer.decode(said.slice(arguments + 1, close)),
                new Span(begin, Math.min(close + 1, end)));
        return close < end ? call : unclosed(call);
    }

    private static ParsedToolCall unclosed(ParsedToolCall call) {
        return new ParsedToolCall(
                call.raw(), call.name(), call.arguments(), Status.UNCLOSED_BLOCK, call.id(), call.span());
    }

    /** A call out of its parts, white space around id and arguments left out. */
    public static ParsedToolCall read(String raw, String id, String arguments, @Nullable Span span) {
        String named = PythonText.strip(id);
        String name = name(named);
        String text = PythonText.strip(arguments);
        Optional<JsonNode> read = PythonJson.read(text);
        Status status = name.isEmpty() ? Status.MISSING_NAME : read.isEmpty() ? Status.INVALID_JSON : Status.OK;
        return new ParsedToolCall(
                raw,
                name.isEmpty() ? null : name,
                read.isEmpty() ? text : read.get().isNull() ? null : PythonJson.text(read.get()),
                status,
                named.isEmpty() ? null : named,
                span);
    }

    /** The id up to its first colon, and of that what stands behind the first full stop. */
    private static String name(String id) {
        int colon = id.indexOf(':');
        String path = colon < 0 ? id : id.substring(0, colon);
        return path.substring(path.indexOf('.') + 1);
    }

    private static int find(TokenIds ids, int wanted, int from, int end) {
        int at = from;
        while (at < end && ids.get(at) != wanted) {
            at++;
        }
        return at;
    }

    /** An end token completes a call only behind its arguments' beginning: before that it is text of the id. */
    private final class Follower implements IntPredicate {

        private boolean inArguments;
        private boolean inCall;
        private boolean sectionEnded;

        @Override
        public boolean test(int id) {
            sectionEnded |= id == tokens.sectionEnd();
            if (sectionEnded) {
                return false;
            }
            if (id == tokens.callBegin()) {
                inCall = true;
                inArguments = false;
            } else if (id == tokens.argumentBegin()) {
                inArguments = inCall;
            } else if (id == tokens.callEnd() && inArguments) {
                inCall = false;
                inArguments = false;
                return true;
            }
            return false;
        }
    }
}
