/**
 * The picture corpus: encoded files with the references' pixels, sizes and refusals.
 *
 * <p>Decodes, lays out and processes every file with the settings that its records were made with. Start reading at
 * {@link dev.fovea.conform.images.ImageConformance}.
 */
@NullMarked
package dev.fovea.conform.images;

import org.jspecify.annotations.NullMarked;
