package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Where the reasoning of a completion ends and its answer begins. Only ids count: text that looks like a marker is text.
 *
 * @param kind whether there is reasoning
 * @param reasoning ids of the reasoning, markers left out
 * @param answerFrom index in the completion of the first id behind the reasoning
 */
public record ReasoningBoundary(Kind kind, TokenIds reasoning, int answerFrom) {

    /** The three shapes of a completion. */
    public enum Kind {
        /** No reasoning: everything is answer, later markers are literal text. */
        NONE,
        /** Reasoning, and then an answer. */
        CLOSED,
        /** The completion ends inside its reasoning. */
        OPEN
    }

    /**
     * Scans a completion.
     *
     * @param prompt its prompt: reasoning that the prompt began is read on
     * @param completion up to, not including, its first stop token
     */
    public static ReasoningBoundary scan(
            TokenIds prompt, TokenIds completion, ReasoningMarkers markers, Tokenizer tokenizer) {
        return scan(leavesOpen(prompt, markers, tokenizer), completion, markers, tokenizer);
    }

    static ReasoningBoundary scan(
            boolean begunInPrompt, TokenIds completion, ReasoningMarkers markers, Tokenizer tokenizer) {
        return new Scan(markers, tokenizer).scan(completion, begunInPrompt);
    }

    /** Whether the turn that a prompt ends with is inside reasoning already. */
    static boolean leavesOpen(TokenIds prompt, ReasoningMarkers markers, Tokenizer tokenizer) {
        return new Scan(markers, tokenizer).leavesOpen(prompt);
    }

    private record Scan(ReasoningMarkers markers, Tokenizer tokenizer) {

        ReasoningBoundary scan(TokenIds ids, boolean alreadyOpen) {
            int from = behindHeader(ids, 0);
            int opener = skip(ids, from, text -> PythonText.strip(text).isEmpty());
            boolean opens = opener < ids.size() && ids.get(opener) == markers.open();
            if (!opens && !alreadyOpen) {
                return new ReasoningBoundary(Kind.NONE, TokenIds.empty(), from);
            }
            int body = opens ? opener + 1 : from;
            int close = find(ids, body, markers.close());
            if (close < ids.size()) {
                return new ReasoningBoundary(Kind.CLOSED, body(ids, body, close), close + 1);
            }
            int call = find(ids, body, markers.toolOpener());
            Kind kind = call < ids.size() ? Kind.CLOSED : Kind.OPEN;
            return new ReasoningBoundary(kind, body(ids, body, call), call);
        }

        boolean leavesOpen(TokenIds prompt) {
            int from = 0;
            for (int i = prompt.size() - 1; i >= 0 && from == 0; i--) {
                from = markers.stops().contains(prompt.get(i)) ? i + 1 : 0;
            }
            TokenIds turn = prompt.slice(from, prompt.size());
            for (int i = turn.size() - markers.assistantHeader().size(); i >= 0; i--) {
                int behind = behindHeader(turn, i);
                if (behind > i) {
                    turn = turn.slice(behind, turn.size());
                    break;
                }
            }
            return scan(turn, false).kind() == Kind.OPEN;
        }

        private int behindHeader(TokenIds ids, int at) {
            TokenIds header = markers.assistantHeader();
            if (!matches(ids, at, header)) {
                return at;
            }
            return skip(ids, at + header.size(), text -> text.chars().allMatch(c -> c == '\n'));
        }

        private static boolean matches(TokenIds ids, int at, TokenIds wanted) {
            if (at + wanted.size() > ids.size()) {
                return false;
            }
            for (int i = 0; i < wanted.size(); i++) {
                if (ids.get(at + i) != wanted.get(i)) {
                    return false;
                }
            }
            return true;
        }

        /** Index of the first token whose text is not of a kind; one without text is of none. */
        private int skip(TokenIds ids, int from, Predicate<String> kind) {
            for (int at = from; at < ids.size(); at++) {
                String text = tokenizer.decode(ids.slice(at, at + 1));
                if (text.isEmpty() || !kind.test(text)) {
                    return at;
                }
            }
            return ids.size();
        }

        private TokenIds body(TokenIds ids, int from, int to) {
            IntStream body = ids.slice(from, to).stream().filter(id -> id != markers.open());
            return TokenIds.of(body.toArray());
        }

        private static int find(TokenIds ids, int from, int wanted) {
            int at = from;
            while (at < ids.size() && ids.get(at) != wanted) {
                at++;
            }
            return at;
        }
    }
}
