package dev.fovea.training.pack;

import java.util.Locale;

/** Why a sample is not packed. */
public enum SampleFault {
    /** Its bytes are no sample. */
    UNREADABLE,
    /** It has no tokens. */
    EMPTY,
    /** A list has another length than the tokens. */
    UNEVEN,
    /** It has tokens for reinforcement learning and no advantages. */
    UNSCORED,
    /** Its environment has the name under which monitors sum up. */
    RESERVED_NAME,
    /** Images and image-typed tokens are not the same, or an image lies outside. */
    DRIFTED,
    /** Its images are of two families, which no trainer makes in one pass. */
    TWO_FAMILIES,
    /** Its first image alone is longer than a row. */
    LEADING_IMAGE,
    /** It is longer than a row, where cutting is not allowed. */
    TOO_LONG;

    /** The name in reports and metrics. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
