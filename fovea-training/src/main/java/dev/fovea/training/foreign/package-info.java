/**
 * Rollouts that other frameworks recorded, read into what samples are made of: verifiers' traces, and the flat records of its
 * older generation.
 *
 * <p>May use contract and the sample package. Start reading at {@link dev.fovea.training.foreign.ForeignRollout}.
 */
@NullMarked
package dev.fovea.training.foreign;

import org.jspecify.annotations.NullMarked;
