package dev.fovea.families.kimik25;

/** How many pads an image is in a prompt: the setting {@code image_placeholder}. */
enum Placeholders {
    /** All of them, as a stock engine needs. */
    EXPANDED,
    /** One, which the model's own code expands. */
    COMPACT
}
