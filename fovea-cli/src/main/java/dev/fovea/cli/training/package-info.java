/**
 * {@code fovea samples}, {@code fovea pack} and {@code fovea batch}: the training side by hand.
 *
 * <p>May use contract, trace and training. Start reading at {@link dev.fovea.cli.training.SamplesCommand}.
 */
@NullMarked
package dev.fovea.cli.training;

import org.jspecify.annotations.NullMarked;
