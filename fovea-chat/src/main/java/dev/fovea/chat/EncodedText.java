package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.Arrays;
import java.util.List;

/** A text's ids and where each comes from. Immutable. */
public final class EncodedText {

    private final TokenIds ids;
    private final int[] starts;

    private EncodedText(TokenIds ids, int[] starts) {
        this.ids = ids;
        this.starts = starts;
        if (starts.length != ids.size()) {
            throw new IllegalArgumentException(starts.length + " starts for " + ids.size() + " tokens");
        }
    }

    /**
     * Ids with their places.
     *
     * @param starts one an id: index of the first character (UTF-16 unit) that the token stands for; never decreasing
     */
    public static EncodedText of(TokenIds ids, int... starts) {
        return new EncodedText(ids, starts.clone());
    }

    /** The ids. */
    public TokenIds ids() {
        return ids;
    }

    /** Index of the first character (UTF-16 unit) that a token stands for. */
    public int start(int token) {
        return starts[token];
    }

    /** One an id. */
    public List<Integer> starts() {
        return Arrays.stream(starts).boxed().toList();
    }
}
