/**
 * Samples to rows of one length, equally many for every rank.
 *
 * <p>Planning looks at lengths and kinds only, so that a step's plan is small however long its samples are; rows are built one by
 * one while they are written. Start reading at {@link dev.fovea.training.pack.StepPacker}, then
 * {@link dev.fovea.training.pack.PackPlan}.
 */
@NullMarked
package dev.fovea.training.pack;

import org.jspecify.annotations.NullMarked;
