package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.List;

/**
 * A text's ids and where each comes from.
 *
 * @param starts one an id: index of the first character (UTF-16 unit) that the token stands for; never decreasing
 */
public record EncodedText(TokenIds ids, List<Integer> starts) {

    public EncodedText {
        starts = List.copyOf(starts);
        if (starts.size() != ids.size()) {
            throw new IllegalArgumentException(starts.size() + " starts for " + ids.size() + " tokens");
        }
    }
}
