package dev.fovea.families.qwen3vl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.PositionScheme.PlacedGrid;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.IdentityException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The members of case 017, each a sequence of its own. */
class Qwen3VlPositionsTest {

    private final Qwen3VlPositions scheme = new Qwen3VlPositions(2);

    @Test
    void aWideImageAdvancesTheTextByItsColumns() {
        Positions a = scheme.positions(11, List.of(placed(2, 6, 4, 6)));

        assertThat(a.time()).isEqualTo(TokenIds.of(0, 1, 2, 2, 2, 2, 2, 2, 5, 6, 7));
        assertThat(a.height()).isEqualTo(TokenIds.of(0, 1, 2, 2, 2, 3, 3, 3, 5, 6, 7));
        assertThat(a.width()).isEqualTo(TokenIds.of(0, 1, 2, 3, 4, 2, 3, 4, 5, 6, 7));
    }

    @Test
    void aSquareImageCountsFromWhereTheTextStopped() {
        Positions b = scheme.positions(9, List.of(placed(3, 4, 4, 4)));

        assertThat(b.time()).isEqualTo(TokenIds.of(0, 1, 2, 3, 3, 3, 3, 5, 6));
        assertThat(b.height()).isEqualTo(TokenIds.of(0, 1, 2, 3, 3, 4, 4, 5, 6));
        assertThat(b.width()).isEqualTo(TokenIds.of(0, 1, 2, 3, 4, 3, 4, 5, 6));
    }

    @Test
    void textAdvancesAllAxesTogether() {
        Positions c = scheme.positions(3, List.of());

        assertThat(List.of(c.time(), c.height(), c.width())).containsOnly(TokenIds.of(0, 1, 2));
    }

    @Test
    void imagesThatTouchAreCountedOneByOne() {
        Positions two = scheme.positions(6, List.of(placed(0, 2, 4, 2), placed(2, 2, 2, 4)));

        assertThat(two.time()).isEqualTo(TokenIds.of(0, 0, 2, 2, 4, 5));
        assertThat(two.height()).isEqualTo(TokenIds.of(0, 1, 2, 2, 4, 5));
        assertThat(two.width()).isEqualTo(TokenIds.of(0, 0, 2, 3, 4, 5));
    }

    @Test
    void padsThatDoNotFitTheirGridAreRefused() {
        assertThatThrownBy(() -> scheme.positions(9, List.of(placed(1, 5, 4, 4))))
                .isInstanceOf(IdentityException.class)
                .hasMessageContaining("5 pads at token 1");
    }

    private static PlacedGrid placed(int offset, int length, int height, int width) {
        return new PlacedGrid(new PlaceholderRange(offset, length), new GridThw(1, height, width));
    }
}
