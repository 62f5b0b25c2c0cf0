package dev.fovea.chat;

/**
 * A token that never comes from merging.
 *
 * @param special whether decoders may leave it out as no text
 */
public record AddedToken(String text, boolean special) {}
