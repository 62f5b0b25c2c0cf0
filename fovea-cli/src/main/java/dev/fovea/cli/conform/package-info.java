/**
 * {@code fovea conform}: recorded answers of the references against ours. Start reading at
 * {@link dev.fovea.cli.conform.ConformCommand}.
 */
@NullMarked
package dev.fovea.cli.conform;

import org.jspecify.annotations.NullMarked;
