package dev.fovea.conform.chat;

import dev.fovea.chat.Origin;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.TokenIds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Walks two renderings at once, ours in front. One record, one walk. */
final class AlignedWalk {

    private static final Set<String> CLOSERS = Set.of("<|im_end|>", "</tool_response>");

    private final CorpusFamily family;
    private final TokenIds ours;
    private final TokenIds theirs;
    private final RenderedTokens actual;
    private final int[] theirMessages;
    private final int[] theirSampled;
    private final int[] theirContent;
    private final Set<Integer> added;
    private final Set<String> reasons;
    private final boolean blankArguments;
    private final boolean edges;

    /** Index of the reference's next token. */
    private int next;

    AlignedWalk(CorpusFamily family, Row row, RenderedTokens actual, Set<String> reasons) {
        JsonNode asked = row.asked();
        this.family = family;
        this.actual = actual;
        this.ours = actual.ids().ids();
        this.theirs = Row.ids(asked.path("token_ids"));
        this.theirMessages = Row.runs(asked.path("message_indices"));
        this.theirSampled = Row.runs(asked.path("sampled_mask"));
        this.theirContent = Row.runs(asked.path("is_content"));
        this.added = family.addedIds();
        this.reasons = reasons;
        this.edges = row.hasTag(Alignment.EDGES);
        this.blankArguments = row.json().toString().matches("(?s).*\"arguments\":\"\\s*\".*");
    }

    /** What no documented reason explains. */
    Optional<String> problem() {
        int at = 0;
        while (at < ours.size()) {
            int end = at + 1;
            if (added.contains(ours.get(at))) {
                skipEdge(at);
                if (next >= theirs.size() || theirs.get(next) != ours.get(at) || !sameOrigin(at, next)) {
                    return Optional.of("special token " + at + " is not the reference's");
                }
                next++;
            } else {
                while (end < ours.size() && !added.contains(ours.get(end))) {
                    end++;
                }
                if (!run(at, end)) {
                    return Optional.of("the text from token " + at + " on is not the reference's");
                }
            }
            at = end;
        }
        return next == theirs.size() ? Optional.empty() : Optional.of("the reference goes on");
    }

    /** The reference's white space in front of a closing token, which ours trimmed off. */
    private void skipEdge(int at) {
        int skipped = next;
        while (skipped < theirs.size() && !added.contains(theirs.get(skipped))) {
            skipped++;
        }
        boolean space = PythonText.strip(decode(theirs, next, skipped)).isEmpty();
        boolean closes = CLOSERS.contains(decode(ours, at, at + 1));
        if (edges && skipped > next && space && closes) {
            reasons.add(Alignment.EDGES);
            next = skipped;
        }
    }

    /** One run of ours: the same ids, or the same text with a reason. */
    private boolean run(int from, int end) {
        int length = end - from;
        if (next + length <= theirs.size() && theirs.slice(next, next + length).equals(ours.slice(from, end))) {
            boolean same = true;
            for (int i = 0; i < length; i++) {
                same &= sameOrigin(from + i, next + i);
            }
            if (same) {
                next += length;
                return true;
            }
        }
        return new TextWalk(from, end).matches();
    }

    private boolean sameOrigin(int our, int their) {
        Origin origin = actual.attribution().at(our);
        return origin.message() == theirMessages[their]
                && origin.sampled() == (theirSampled[their] == 1)
                && origin.content() == (theirContent[their] == 1);
    }

    private String decode(TokenIds ids, int from, int to) {
        return family.tokenizer().decode(ids.slice(from, to));
    }

    /** One run as bytes. */
    private final class TextWalk {

        private final byte[] text;
        private final int[] tokenAt;
        private int at;
        /** Bytes of a skipped character that are still to come. */
        private int skipping;

        /** Bytes of an equal character that are still to come. */
        private int matching;

        private boolean explained;

        TextWalk(int from, int end) {
            text = TextBytes.of(family.tokenizer(), ours, from, end);
            tokenAt = new int[text.length + 1];
            Arrays.fill(tokenAt, -1);
            int offset = 0;
            for (int i = from; i < end; i++) {
                tokenAt[offset] = i;
                offset += family.tokenizer().bytes(ours.get(i)).length;
            }
        }

        boolean matches() {
            while (at < text.length || skipping > 0) {
                if (next >= theirs.size() || !token()) {
                    return false;
                }
            }
            return explained || edges; // white space at an edge may show behind the run only
        }

        /** Takes the reference's next token. */
        private boolean token() {
            byte[] bytes = family.tokenizer().bytes(theirs.get(next));
            boolean bothBegin = tokenAt[at] >= 0 && skipping == 0 && at < text.length && bytes[0] == text[at];
            if (bothBegin && !sameOrigin(tokenAt[at], next) && !(edges && isSpace(decode(theirs, next, next + 1)))) {
                return false;
            }
            if (added.contains(theirs.get(next))) {
                explain(Alignment.LITERALS);
            }
            for (int i = 0; i < bytes.length; i++) {
                if (skipping > 0) {
                    skipping--;
                } else if (matching > 0 || sameCharacter(i, bytes[i])) {
                    matching--;
                    at++;
                } else if (!skip(i)) {
                    return false;
                }
            }
            next++;
            return true;
        }

        /** A character of the reference's that ours lacks, or the two of ours that the reference lacks. */
        private boolean skip(int from) {
            String before = new String(text, 0, at, StandardCharsets.UTF_8);
            String behind = new String(text, at, text.length - at, StandardCharsets.UTF_8);
            String theirNext = theirCharacter(from);
            if (blankArguments && before.endsWith("\"arguments\": ") && behind.startsWith("{}}")) {
                explain(Alignment.BLANK_ARGUMENTS);
                at += theirNext.equals("}") ? 3 : 0;
                return theirNext.equals("}") || isSpace(theirNext);
            }
            boolean edge = before.endsWith("user\n") || before.equals("\n") || behind.equals("\n") || behind.isEmpty();
            if (edges && edge && isSpace(theirNext)) {
                explain(Alignment.EDGES);
                skipping = theirNext.getBytes(StandardCharsets.UTF_8).length - 1;
                return true;
            }
            return false;
        }

        /** Whole characters are compared: different ones may begin with the same byte. */
        private boolean sameCharacter(int from, byte first) {
            if (at == text.length) {
                return false;
            }
            String theirs = theirCharacter(from);
            byte[] character = theirs.getBytes(StandardCharsets.UTF_8);
            int end = Math.min(text.length, at + character.length);
            boolean half = theirs.equals("\ufffd") && first == text[at];
            boolean same = Arrays.equals(text, at, end, character, 0, character.length);
            matching = same ? character.length : half ? 1 : 0;
            return matching > 0;
        }

        /** The reference's character at a byte of its next token; it may be spread over the tokens behind. */
        private String theirCharacter(int from) {
            String rest = new String(
                    TextBytes.of(family.tokenizer(), theirs, next, Math.min(theirs.size(), next + 4)),
                    StandardCharsets.ISO_8859_1);
            byte[] bytes = rest.substring(from).getBytes(StandardCharsets.ISO_8859_1);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return text.substring(0, Character.charCount(text.codePointAt(0)));
        }

        private static boolean isSpace(String text) {
            return PythonText.strip(text).isEmpty();
        }

        private void explain(String reason) {
            reasons.add(reason);
            explained = true;
        }
    }
}
