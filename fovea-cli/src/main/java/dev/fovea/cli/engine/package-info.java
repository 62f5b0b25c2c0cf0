/**
 * Which engine a command works with, and {@code fovea engine}, {@code fovea proxy}. Opens engines of other rooms; owns none.
 */
@NullMarked
package dev.fovea.cli.engine;

import org.jspecify.annotations.NullMarked;
