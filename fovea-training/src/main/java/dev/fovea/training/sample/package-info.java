/**
 * From messages with their tokens to samples, whoever recorded the messages: Fovea's own traces, or those of another framework.
 *
 * <p>Start reading at {@link dev.fovea.training.sample.BranchSampler}.
 */
@NullMarked
package dev.fovea.training.sample;

import org.jspecify.annotations.NullMarked;
