package dev.fovea.training.pack;

/** What kind of row it is. All ranks work on rows of one kind at the same time, or their collectives would wait for each other. */
public enum ImageContent {
    IMAGES,
    TEXT
}
