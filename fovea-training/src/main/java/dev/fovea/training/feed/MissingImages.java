package dev.fovea.training.feed;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What becomes of a row when the file of one of its images does not exist. A file with other bytes is never a missing one. */
public enum MissingImages {
    /** The row is refused with {@code asset_missing}. */
    ERROR,
    /** The image is zeros and the samples that own it train nothing; shapes stay, so that all ranks run the same collectives. */
    PLACEHOLDER_ZERO_LOSS;

    /** The name in settings. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * A policy by its name in settings.
     *
     * @throws SetupException {@code invalid_configuration} where there is none of that name
     */
    public static MissingImages of(String id) {
        return Arrays.stream(values())
                .filter(policy -> policy.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        "no policy for missing images is called " + id,
                        "use one of "
                                + Arrays.stream(values()).map(MissingImages::id).collect(Collectors.joining(", "))));
    }
}
