package dev.fovea.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.WeightSpans.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightSpansTest {

    private static final WeightVersion OLD = new WeightVersion(3);
    private static final WeightVersion NEW = new WeightVersion(4);

    @Test
    void spansOfOneVersionBecomeOne() {
        WeightSpans spans = new WeightSpans(List.of(new Span(OLD, 0, 2), new Span(OLD, 2, 5), new Span(NEW, 5, 6)));

        assertThat(spans.spans()).containsExactly(new Span(OLD, 0, 5), new Span(NEW, 5, 6));
        assertThat(spans.tokens()).isEqualTo(6);
    }

    @Test
    void theOldestVersionIsTheOneOfFewestStepsWhereverItStands() {
        assertThat(new WeightSpans(List.of(new Span(NEW, 0, 1), new Span(OLD, 1, 2))).oldest())
                .isEqualTo(OLD);
    }

    @Test
    void tokensOfNoVersionOrOfTwoAreRefused() {
        assertThatThrownBy(() -> new WeightSpans(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WeightSpans(List.of(new Span(OLD, 1, 2))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WeightSpans(List.of(new Span(OLD, 0, 2), new Span(NEW, 1, 3))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Span(OLD, 2, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
