package dev.fovea.families.kimik25;

import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.Tokenizer;
import dev.fovea.chat.ToolCallReader;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.kimi.KimiTokens;
import dev.fovea.families.kimi.KimiToolCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;

/**
 * Kimi's calls, and those that the model spells: it is known to write {@code <|tool_call_section_begin|>}, for which its
 * vocabulary has no token. They are read only where an answer has none of the other kind.
 */
final class KimiK25ToolCalls implements ToolCallReader {

    private static final String BEGIN = "<|tool_call_begin|>";
    private static final String ARGUMENTS = "<|tool_call_argument_begin|>";
    private static final String END = "<|tool_call_end|>";

    /** A section's two ends. */
    private record Section(String begin, String end) {}

    private static final List<Section> SECTIONS = List.of(
            new Section("<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"),
            new Section("<|tool_call_section_begin|>", "<|tool_call_section_end|>"));

    private final KimiToolCalls calls;

    KimiK25ToolCalls(Tokenizer tokenizer, KimiTokens tokens) {
        this.calls = new KimiToolCalls(tokenizer, tokens);
    }

    @Override
    public boolean opens(int id) {
        return calls.opens(id);
    }

    @Override
    public IntPredicate completes() {
        return calls.completes();
    }

    @Override
    public List<ParsedToolCall> parse(TokenIds said, int from, List<JsonNode> tools) {
        return calls.parse(said, from, tools);
    }

    @Override
    public List<String> spelledOpeners() {
        return SECTIONS.stream().map(Section::begin).toList();
    }

    /** The first section that is closed. */
    @Override
    public Optional<SpelledCalls> spelled(String answer) {
        int first = answer.length();
        String body = "";
        for (Section section : SECTIONS) {
            int begin = answer.indexOf(section.begin());
            int from = begin + section.begin().length();
            int end = begin < 0 ? -1 : answer.indexOf(section.end(), from);
            if (end >= 0 && begin < first) {
                first = begin;
                body = answer.substring(from, end);
            }
        }
        return first == answer.length()
                ? Optional.empty()
                : Optional.of(new SpelledCalls(answer.substring(0, first), inside(body)));
    }

    private static List<ParsedToolCall> inside(String section) {
        List<ParsedToolCall> found = new ArrayList<>();
        int begin = section.indexOf(BEGIN);
        while (begin >= 0) {
            int arguments = section.indexOf(ARGUMENTS, begin);
            int end = arguments < 0 ? -1 : section.indexOf(END, arguments + ARGUMENTS.length());
            if (end < 0) {
                return found;
            }
            String id = PythonText.strip(section.substring(begin + BEGIN.length(), arguments));
            if (isNumbered(id)) {
                String raw = section.substring(begin, end + END.length());
                found.add(KimiToolCalls.read(raw, id, section.substring(arguments + ARGUMENTS.length(), end), null));
            }
            begin = section.indexOf(BEGIN, isNumbered(id) ? end + END.length() : begin + 1);
        }
        return found;
    }

    /** Text without tags, a colon, digits; without that it is no id. */
    private static boolean isNumbered(String id) {
        int colon = id.lastIndexOf(':');
        return colon > 0
                && colon + 1 < id.length()
                && id.indexOf('<') < 0
                && id.substring(colon + 1).codePoints().allMatch(Character::isDigit);
    }
}
