package dev.fovea.training.sample;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a sample's token types come from. They are always those of the spans; what differs is what is asked of the ids. */
public sealed interface TokenTypes {

    /** The spans are believed: whoever made them has compared them with the ids. */
    record Spans() implements TokenTypes {}

    /**
     * The spans are compared with the ids: an image's pads stand inside of spans and nowhere else. A pad that an assistant wrote is
     * text.
     *
     * @param types type of each vision token id: 1 image, 2 video
     */
    record Ids(Map<Integer, Integer> types) implements TokenTypes {

        public Ids {
            types = Map.copyOf(types);
        }
    }

    /** What a renderer's map says; without one, the spans are all there is. */
    static TokenTypes of(Map<Integer, Integer> types) {
        return types.isEmpty() ? new Spans() : new Ids(types);
    }

    /**
     * The types of a branch; null where it has no images.
     *
     * @throws dev.fovea.contract.error.IdentityException where pads and spans are not the same
     */
    default @Nullable TokenIds of(List<SampleNode> branch, List<ImageRef> images, int tokens) {
        switch (this) {
            case Spans spans -> SpanCheck.requireInside(images, tokens);
            case Ids ids -> SpanCheck.check(branch, images, ids.types(), tokens);
        }
        if (images.isEmpty()) {
            return null;
        }
        int[] types = new int[tokens];
        for (ImageRef image : images) {
            PlaceholderRange range = image.placeholder();
            Arrays.fill(types, range.offset(), range.end(), 1);
        }
        return TokenIds.of(types);
    }
}
