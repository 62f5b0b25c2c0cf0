package dev.fovea.conform.chat;

import dev.fovea.chat.CompletionStream;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.TokenIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Completions to messages, at once and token by token. */
final class ParseCheck {

    private static final String TYPE_LIST = "dev:string-in-type-list";
    private static final String ARGUMENTS = "<|tool_call_argument_begin|>";
    private static final String END = "<|tool_call_end|>";
    private static final String STRIPPED = "dev:string-parameter-stripped";

    private ParseCheck() {}

    static Verdict check(CorpusFamily family, Row row) {
        Renderer renderer = family.renderer(row.config());
        TokenIds completion = row.ids("completion_ids");
        ParsedCompletion actual = renderer.parse(row.prompt(), completion, row.tools());
        CompletionStream stream = renderer.stream(row.prompt(), row.tools());
        completion.stream().forEach(id -> stream.push(TokenIds.of(id)));
        if (!stream.finish().equals(actual)) {
            return new Verdict.Differs("read token by token it is " + stream.finish() + ", at once " + actual);
        }
        if (row.refused()) {
            return new Verdict.Equal(); // whatever it says, it raises nothing; asked for by its tag
        }
        JsonNode expected = row.json().path("expect");
        List<ParsedToolCall> calls =
                expected.path("tool_calls").valueStream().map(ParseCheck::asked).toList();
        ParsedCompletion asked = new ParsedCompletion(
                expected.path("content").asString(),
                text(expected.path("reasoning_content")),
                expected.path("reasoning_complete").asBoolean(),
                calls,
                actual.sampledVisionTokens());
        if (asked.equals(actual)) {
            return new Verdict.Equal();
        }
        return SwallowedCalls.check(family, row, asked, actual).orElseGet(() -> apart(row, asked, actual));
    }

    /** What the reference says; a name that is no text is asked to be none. */
    private static ParsedToolCall asked(JsonNode call) {
        JsonNode span = call.path("token_span");
        JsonNode name = call.path("name");
        boolean odd = !name.isString() && !name.isNull();
        return new ParsedToolCall(
                call.path("raw").asString(),
                text(name),
                arguments(call.path("raw").asString(), call.path("arguments_json")),
                odd
                        ? ParsedToolCall.Status.MISSING_NAME
                        : ParsedToolCall.Status.valueOf(
                                call.path("status").asString().toUpperCase(Locale.ROOT)),
                text(call.path("id")),
                span.isNull()
                        ? null
                        : new ParsedToolCall.Span(
                                span.path(0).asInt(), span.path(1).asInt()));
    }

    /**
     * Half a surrogate pair is recorded raw; ours escapes it, since no wire could carry it. Kimi's arguments that are no JSON are
     * recorded as a JSON string of what was sampled.
     */
    private static @Nullable String arguments(String raw, JsonNode json) {
        if (!json.isString()) {
            return null;
        }
        String text = json.stringValue();
        if (raw.contains(ARGUMENTS)) {
            String behind = raw.substring(raw.indexOf(ARGUMENTS) + ARGUMENTS.length());
            String sampled = PythonText.strip(
                    behind.endsWith(END) ? behind.substring(0, behind.length() - END.length()) : behind);
            boolean noJson = PythonJson.read(sampled).isEmpty();
            if (noJson
                    && PythonJson.text(JsonNodeFactory.instance.stringNode(sampled))
                            .equals(text)) {
                return sampled;
            }
        }
        boolean broken = !text.equals(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        return broken ? PythonJson.text(PythonJson.read(text).orElseThrow()) : text;
    }

    private static @Nullable String text(JsonNode value) {
        return value.isString() ? value.stringValue() : null;
    }

    /** Two documented readings of text parameters, each proven by undoing it. */
    private static Verdict apart(Row row, ParsedCompletion asked, ParsedCompletion actual) {
        Set<String> reasons = new TreeSet<>();
        List<ParsedToolCall> undone = new ArrayList<>();
        for (int i = 0;
                i < Math.min(asked.toolCalls().size(), actual.toolCalls().size());
                i++) {
            ParsedToolCall theirs = asked.toolCalls().get(i);
            ParsedToolCall ours = actual.toolCalls().get(i);
            if (row.hasTag(STRIPPED) && !theirs.equals(ours)) {
                ours = with(ours, stripped(ours.arguments()), ours.status());
                theirs = with(theirs, stripped(theirs.arguments()), theirs.status());
                reasons.add(STRIPPED);
            }
            boolean typed =
                    ours.status() == ParsedToolCall.Status.OK && theirs.status() == ParsedToolCall.Status.INVALID_JSON;
            if (row.hasTag(TYPE_LIST) && typed) {
                ours = with(ours, ours.arguments(), theirs.status());
                reasons.add(TYPE_LIST);
            }
            undone.add(ours.equals(theirs) ? asked.toolCalls().get(i) : ours);
        }
        ParsedCompletion back = new ParsedCompletion(
                actual.content(), actual.reasoning(), actual.reasoningComplete(), undone, actual.sampledVisionTokens());
        return back.equals(asked)
                ? new Verdict.Apart(String.join(", ", reasons))
                : new Verdict.Differs("expected " + asked + ", got " + actual);
    }

    private static ParsedToolCall with(ParsedToolCall call, @Nullable String arguments, ParsedToolCall.Status status) {
        return new ParsedToolCall(call.raw(), call.name(), arguments, status, call.id(), call.span());
    }

    private static @Nullable String stripped(@Nullable String arguments) {
        if (arguments == null) {
            return null;
        }
        JsonNode read = PythonJson.read(arguments).orElseThrow();
        if (read instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
                if (member.getValue().isString()) {
                    object.put(
                            member.getKey(), PythonText.strip(member.getValue().stringValue()));
                }
            }
        }
        return PythonJson.text(read);
    }
}
