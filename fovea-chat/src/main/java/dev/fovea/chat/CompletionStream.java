package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A completion that is read while it is sampled. However its ids are cut, {@link #finish} says what reading all of them at once
 * says; all deltas up to {@link #end} are, joined, its content, its reasoning without white space at the ends, and its calls.
 *
 * <p>A tool call's opener inside reasoning may turn out to be a draft, if the reasoning is closed behind it; from there on
 * nothing is told until that is known. One stream, one thread.
 */
public final class CompletionStream {

    /**
     * What became certain.
     *
     * @param content more of the answer's text
     * @param reasoning more of the reasoning's text
     * @param toolCalls calls whose end was sampled
     */
    public record Delta(String content, String reasoning, List<ParsedToolCall> toolCalls) {
        public Delta {
            toolCalls = List.copyOf(toolCalls);
        }
    }

    private enum Phase {
        BEGINNING,
        REASONING,
        ANSWER,
        CALLS
    }

    private final CompletionParser parser;
    private final ReasoningMarkers markers;
    private final List<JsonNode> tools;
    private final boolean begunInPrompt;
    private final @Nullable SpelledIds spelled;
    private final IntList all;
    private final Beginning beginning = new Beginning();
    private final StreamDecoder decoder;
    private final StrippedText reasoning = new StrippedText();
    private final StrippedText content = new StrippedText();
    private final OpenerGuard guard;
    private final IntPredicate completes;
    private Phase phase = Phase.BEGINNING;
    private boolean stopped;
    /** Characters of content that were told. */
    private int toldContent;

    private boolean guardTold;
    /** Index of the latest id that closes reasoning, or -1. */
    private int latestClose = -1;
    /** Index up to which ids were looked at for that. */
    private int looked;
    /** Index of the first id that was not told yet; among calls, that the next one is read from. */
    private int next;
    /** Among calls, index up to which their ends were looked for. */
    private int searched;

    CompletionStream(CompletionParser parser, TokenIds prompt, List<JsonNode> tools) {
        this.parser = parser;
        this.markers = parser.markers();
        this.tools = List.copyOf(tools);
        this.begunInPrompt = parser.begins(prompt);
        this.spelled = parser.spelled() == null ? null : new SpelledIds(parser.spelled());
        this.all = spelled == null ? new IntList() : spelled.ids();
        this.decoder = new StreamDecoder(parser.tokenizer());
        this.guard = new OpenerGuard(parser.calls().spelledOpeners());
        this.completes = parser.calls().completes();
    }

    /** Takes the ids that were sampled next. What comes behind a stop token does not count. */
    public Delta push(TokenIds more) {
        for (int i = 0; i < more.size() && !stopped; i++) {
            int id = more.get(i);
            stopped = markers.stops().contains(id);
            if (!stopped) {
                take(id);
            }
        }
        return tellAll();
    }

    private void take(int id) {
        if (spelled == null) {
            all.add(id);
        } else {
            spelled.add(id);
        }
        lookForCloses();
    }

    private void lookForCloses() {
        for (; looked < all.size(); looked++) {
            latestClose = all.get(looked) == markers.close() ? looked : latestClose;
        }
    }

    /** What was still waiting, once it is known that nothing more comes; a stop token makes it known by itself. */
    public Delta end() {
        stopped = true;
        return tellAll();
    }

    private Delta tellAll() {
        Told told = new Told();
        if (stopped && spelled != null) {
            spelled.end();
            lookForCloses();
        }
        if (phase != Phase.BEGINNING || beginning.decided()) {
            tell(told);
        }
        if (stopped) {
            String rest = decoder.end(); // half a character
            switch (phase) {
                case BEGINNING, CALLS -> {}
                case REASONING -> told.reasoning.append(reasoning.add(rest));
                case ANSWER -> tellContent(rest, told);
            }
            told.content.append(content.add(guard.end()));
            if (guard.found() && !guardTold) {
                guardTold = true;
                tellGuarded(told);
            }
        }
        toldContent += told.content.length();
        return told.delta();
    }

    private void tellContent(String text, Told told) {
        told.content.append(content.add(guard.add(text)));
    }

    /** Behind the opener of spelled calls, only the whole answer tells what is content and what are calls. */
    private void tellGuarded(Told told) {
        ParsedCompletion whole = finish();
        told.content.append(
                whole.content(),
                toldContent + told.content.length(),
                whole.content().length());
        boolean spelledCalls = whole.toolCalls().stream().anyMatch(call -> call.span() == null);
        told.calls.addAll(spelledCalls ? whole.toolCalls() : List.of());
    }

    /** Everything that was sampled, read as a whole. */
    public ParsedCompletion finish() {
        return parser.parse(begunInPrompt, spelled == null ? all.toIds() : spelled.sampled(), tools);
    }

    /** Whether a stop token came. */
    public boolean stopped() {
        return stopped;
    }

    private void tell(Told told) {
        boolean certain = true;
        while (certain && next < all.size()) {
            certain = switch (phase) {
                case BEGINNING -> false;
                case REASONING -> reason(all.get(next), told);
                case ANSWER -> answer(all.get(next), told);
                case CALLS -> calls(told);
            };
        }
    }

    private boolean reason(int id, Told told) {
        if (id == markers.close()) {
            told.reasoning.append(reasoning.add(decoder.end()));
            phase = Phase.ANSWER;
        } else if (id == markers.toolOpener() && latestClose < next) {
            // a call, unless the reasoning goes on and is closed behind it
            if (stopped) {
                told.reasoning.append(reasoning.add(decoder.end()));
                phase = Phase.ANSWER;
            }
            return stopped;
        } else if (id != markers.open()) {
            told.reasoning.append(reasoning.add(decoder.add(id)));
        }
        next++;
        return true;
    }

    private boolean answer(int id, Told told) {
        if (parser.calls().opens(id)) {
            tellContent(decoder.end(), told);
            phase = Phase.CALLS;
            searched = next;
        } else {
            tellContent(decoder.add(id), told);
            next++;
        }
        return true;
    }

    private boolean calls(Told told) {
        while (searched < all.size()) {
            if (completes.test(all.get(searched++))) {
                tellCalls(searched, told);
            }
        }
        if (stopped) {
            tellCalls(all.size(), told);
        }
        return false;
    }

    /** Only what was not read yet is looked at, so that many calls cost no more than their tokens. */
    private void tellCalls(int end, Told told) {
        for (ParsedToolCall call : parser.calls().parse(all.slice(next, end), 0, tools)) {
            ParsedToolCall shifted = call.shifted(next);
            told.calls.add(spelled == null ? shifted : spelled.placed(shifted));
        }
        next = end;
    }

    /** What was told by one push. */
    private static final class Told {
        private final StringBuilder content = new StringBuilder();
        private final StringBuilder reasoning = new StringBuilder();
        private final List<ParsedToolCall> calls = new ArrayList<>();

        Delta delta() {
            return new Delta(content.toString(), reasoning.toString(), calls);
        }
    }

    /** Whether the completion begins with reasoning, decided as soon as a token says so; no token is looked at twice. */
    private final class Beginning {

        private boolean headerRead;
        private boolean newlinesMayFollow;
        private int from;
        private int at;

        boolean decided() {
            if (!headerRead && !readHeader()) {
                return false;
            }
            return readOpener();
        }

        private boolean readOpener() {
            while (newlinesMayFollow && at < all.size()) {
                newlinesMayFollow = isNewlines(text(at));
                at += newlinesMayFollow ? 1 : 0;
                from = at;
            }
            while (at < all.size() && isSpace(text(at))) {
                at++;
            }
            if (at == all.size() && !stopped) {
                return false;
            }
            boolean opens = at < all.size() && all.get(at) == markers.open();
            phase = opens || begunInPrompt ? Phase.REASONING : Phase.ANSWER;
            next = opens ? at + 1 : from;
            return true;
        }

        /** False where the ids may still become an assistant's header. */
        private boolean readHeader() {
            TokenIds header = markers.assistantHeader();
            int common = 0;
            while (common < Math.min(all.size(), header.size()) && all.get(common) == header.get(common)) {
                common++;
            }
            if (common == all.size() && common < header.size() && !stopped) {
                return false;
            }
            headerRead = true;
            newlinesMayFollow = common == header.size();
            at = newlinesMayFollow ? common : 0;
            from = at;
            return true;
        }

        private String text(int index) {
            return parser.tokenizer().decode(TokenIds.of(all.get(index)));
        }

        private static boolean isNewlines(String text) {
            return !text.isEmpty() && text.chars().allMatch(c -> c == '\n');
        }

        private static boolean isSpace(String text) {
            return !text.isEmpty() && PythonText.strip(text).isEmpty();
        }
    }
}
