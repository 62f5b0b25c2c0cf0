/** {@code fovea bench}: measured figures beside the references'. */
@NullMarked
package dev.fovea.cli.bench;

import org.jspecify.annotations.NullMarked;
