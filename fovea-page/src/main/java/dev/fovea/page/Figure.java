package dev.fovea.page;

/** One figure of a report, as it is to be read. */
public record Figure(String label, String value) {}
