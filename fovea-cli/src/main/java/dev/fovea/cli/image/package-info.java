/**
 * {@code fovea image}: what becomes of image files under a checkpoint's settings. Calls vision and families, and prints.
 */
@NullMarked
package dev.fovea.cli.image;

import org.jspecify.annotations.NullMarked;
