package dev.fovea.training.feed;

import dev.fovea.contract.ImageRef;
import java.util.List;

/** References of a row whose files do not exist, and how many files these are. */
record MissingFiles(List<ImageRef> references, int files) {

    static final MissingFiles NONE = new MissingFiles(List.of(), 0);

    MissingFiles {
        references = List.copyOf(references);
    }
}
