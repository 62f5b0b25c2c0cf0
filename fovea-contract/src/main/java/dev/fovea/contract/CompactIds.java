package dev.fovea.contract;

/** Token ids in the <em>compact</em> space: one pad an image. Only an engine's {@code content_parts} live here. */
public record CompactIds(TokenIds ids) {}
