/**
 * What a rollout is worth: advantages relative to other rollouts, the loss that its tokens feed, and what is left out of
 * training.
 *
 * <p>May use contract. Start reading at {@link dev.fovea.training.score.Advantages}.
 */
@NullMarked
package dev.fovea.training.score;

import org.jspecify.annotations.NullMarked;
