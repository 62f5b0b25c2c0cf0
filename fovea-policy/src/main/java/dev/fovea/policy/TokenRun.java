package dev.fovea.policy;

import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sequence's keys and values depend on: its ids and, where a pad stands, the pixels behind it. Two runs that agree up to a
 * token have equal keys and values up to there. Compared as they are, never by a hash of a hash.
 */
final class TokenRun {

    /** The pixels behind some pads. */
    record Image(PlaceholderRange range, PixelDigest digest) {}

    /** The first token behind a branch of a {@link PrefixTree}. */
    record First(int id, @Nullable PixelDigest digest) {}

    private final int[] ids;
    private final List<Image> images;

    /** @param ids not copied; tokens may still be appended by their owner */
    TokenRun(int[] ids, List<Image> images) {
        this.ids = ids;
        this.images = List.copyOf(images);
    }

    List<Image> images() {
        return images;
    }

    First first(int token) {
        for (Image image : images) {
            if (token >= image.range().offset() && token < image.range().end()) {
                return new First(ids[token], image.digest());
            }
        }
        return new First(ids[token], null);
    }

    /** How far both agree between {@code from}, up to where they do, and {@code to}. */
    int agreement(TokenRun other, int from, int to) {
        int mismatch = Arrays.mismatch(ids, from, to, other.ids, from, to);
        int end = mismatch < 0 ? to : from + mismatch;
        return Math.min(firstForeign(other, from, end), other.firstForeign(this, from, end));
    }

    private int firstForeign(TokenRun other, int from, int to) {
        for (Image image : images) {
            PlaceholderRange range = image.range();
            if (range.end() > from && range.offset() < to && !other.images.contains(image)) {
                return Math.max(from, range.offset());
            }
        }
        return to;
    }
}
