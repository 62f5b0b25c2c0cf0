package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.ReasoningBoundary.Kind;
import dev.fovea.contract.TokenIds;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Letters are tokens: '(' opens reasoning, ')' closes it, 'T' opens a tool call, '.' stops, "#a" is the assistant's header. */
class ReasoningBoundaryTest {

    private final Tokenizer tokenizer = new WholeWordTokenizer();
    private final ReasoningMarkers markers = new ReasoningMarkers('(', ')', 'T', Set.of((int) '.'), ids("#a"));

    @Test
    void aCompletionWithoutAnOpenerIsAllAnswer() {
        assertScan("#u.#a", "x)y(z", Kind.NONE, "", "x)y(z");
    }

    @Test
    void reasoningEndsAtItsFirstCloser() {
        assertScan("#a", "(r)x)", Kind.CLOSED, "r", "x)");
    }

    @Test
    void reasoningThatThePromptBeganIsReadOn() {
        assertScan("#a(", "r)x", Kind.CLOSED, "r", "x");
        assertScan("#a(p", "r", Kind.OPEN, "r", "");
        assertScan("#a(p)", "r)x", Kind.NONE, "", "r)x");
        assertScan("(.#a", "r)x", Kind.NONE, "", "r)x");
    }

    @Test
    void aCallClosesReasoningOnlyWhereNoCloserFollows() {
        assertScan("#a", "(rTx", Kind.CLOSED, "r", "Tx");
        assertScan("#a", "(rTx)y", Kind.CLOSED, "rTx", "y");
    }

    @Test
    void openersInsideReasoningAreLeftOut() {
        assertScan("#a(", "(r(s)x", Kind.CLOSED, "rs", "x");
    }

    @Test
    void aHeaderAndNewlinesBeforeTheCompletionAreSkipped() {
        assertScan("#a", "#a\n(r)x", Kind.CLOSED, "r", "x");
        assertScan("#a", "#a\nx", Kind.NONE, "", "x");
    }

    @Test
    void whiteSpaceBeforeAnOpenerIsSkipped() {
        assertScan("#a", " \n (r)x", Kind.CLOSED, "r", "x");
        assertScan("#a", " \n x", Kind.NONE, "", " \n x");
    }

    private void assertScan(String prompt, String completion, Kind kind, String reasoning, String answer) {
        TokenIds ids = ids(completion);

        ReasoningBoundary boundary = ReasoningBoundary.scan(ids(prompt), ids, markers, tokenizer);

        assertThat(boundary.kind()).isEqualTo(kind);
        assertThat(tokenizer.decode(boundary.reasoning())).isEqualTo(reasoning);
        assertThat(tokenizer.decode(ids.slice(boundary.answerFrom(), ids.size())))
                .isEqualTo(answer);
    }

    private static TokenIds ids(String text) {
        return TokenIds.of(text.chars().toArray());
    }
}
