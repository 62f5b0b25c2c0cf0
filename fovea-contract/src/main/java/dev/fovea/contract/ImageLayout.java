package dev.fovea.contract;

/**
 * What an image becomes, known from its size alone.
 *
 * @param source size in the file
 * @param resized size that is cut into patches
 * @param grid patches along time, height and width
 * @param placeholderLength pads in the expanded token space
 */
public record ImageLayout(ImageSize source, ImageSize resized, GridThw grid, int placeholderLength) {}
