package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenEmitterTest {

    private static final int ATOM = 9_000;
    private static final int PAD = 9_001;

    private final TokenEmitter emitter = new TokenEmitter(new WholeWordTokenizer());

    @Test
    void encodesAllTextBetweenTwoAtomsAtOnce() {
        RenderedTokens prompt = emitter.atom(ATOM, Origin.template(0))
                .text("ab", Origin.template(0))
                .text("b", Origin.caller(0))
                .atom(ATOM, Origin.template(0))
                .finish(List.of());

        assertThat(prompt.ids()).isEqualTo(ExpandedIds.of(ATOM, 'a', 'b', ATOM));
    }

    @Test
    void givesAMixedTokenToTheOriginOfItsFirstCharacter() {
        RenderedTokens prompt = emitter.text("ab", Origin.template(0))
                .text("bcc", Origin.caller(1))
                .text("d", Origin.said(2))
                .finish(List.of());

        assertThat(prompt.messageIndices()).containsExactly(0, 0, 1, 2);
        assertThat(prompt.content()).isEqualTo(TokenMask.of(false, false, true, true));
        assertThat(prompt.sampled()).isEqualTo(TokenMask.of(false, false, false, true));
    }

    @Test
    void encodesApartBehindASplit() {
        RenderedTokens prompt = emitter.text("ab", Origin.template(0))
                .split()
                .text("b", Origin.said(0))
                .finish(List.of());

        assertThat(prompt.ids()).isEqualTo(ExpandedIds.of('a', 'b', 'b'));
    }

    @Test
    void keepsEachImagesPadsApart() {
        RenderedTokens prompt = emitter.text("a", Origin.caller(0))
                .image(Images.named("one", 3), PAD, Origin.caller(0))
                .image(Images.named("two", 2), PAD, Origin.caller(0))
                .finish(List.of());

        assertThat(prompt.ids()).isEqualTo(ExpandedIds.of('a', PAD, PAD, PAD, PAD, PAD));
        assertThat(prompt.images().placeholders())
                .containsExactly(new PlaceholderRange(1, 3), new PlaceholderRange(4, 2));
        assertThat(prompt.content().count()).isEqualTo(6);
    }

    @Test
    void goesOnBehindAPromptWithoutMovingItsImages() {
        MultiModalData earlier =
                new MultiModalData(List.of(Images.named("one", 2).at(1)));

        RenderedTokens prompt = new TokenEmitter(new WholeWordTokenizer(), ExpandedIds.of('x', PAD, PAD), earlier)
                .text("yz", Origin.scaffold())
                .image(Images.named("two", 1), PAD, Origin.caller(0))
                .finish(List.of());

        assertThat(prompt.ids()).isEqualTo(ExpandedIds.of('x', PAD, PAD, 'y', 'z', PAD));
        assertThat(prompt.images().placeholders())
                .containsExactly(new PlaceholderRange(1, 2), new PlaceholderRange(5, 1));
        assertThat(prompt.messageIndices()).containsExactly(-1, -1, -1, -1, -1, 0);
        assertThat(earlier.images()).hasSize(1);
    }

    @Test
    void namesTheMessageThatHoldsHalfASurrogatePair() {
        assertThatThrownBy(() -> emitter.text("a\udc00", Origin.caller(4)))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNPAIRED_SURROGATE))
                .hasMessageContaining("message 4")
                .hasMessageContaining("character 1");
    }
}
