package dev.fovea.families.kimik25;

import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import java.util.List;
import java.util.stream.IntStream;

/** One axis: an image's pads are counted like any other tokens. */
final class KimiK25Positions implements PositionScheme {

    @Override
    public Positions positions(int length, List<PlacedGrid> images) {
        TokenIds count = TokenIds.of(IntStream.range(0, length).toArray());
        return new Positions(count, count, count);
    }
}
