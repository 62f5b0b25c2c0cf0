/**
 * The training side beside recorded answers of prime-rl and verifiers: rollouts to samples, advantages, packing, several runs at
 * once.
 *
 * <p>May use contract, trace and training. Start reading at {@link dev.fovea.conform.training.TrainingConform}.
 */
@NullMarked
package dev.fovea.conform.training;

import org.jspecify.annotations.NullMarked;
