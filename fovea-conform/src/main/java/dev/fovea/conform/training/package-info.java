/**
 * Recorded answers of the training side's reference: wire structs, references, sidecars, image files, rollouts to samples,
 * advantages, packing, several runs at once.
 *
 * <p>May use contract, assets, families, trace and training. Each check ends as equal, differing, or apart by a named rule of ours
 * that is seen on the record itself. Start reading at TrainingConform.
 */
@NullMarked
package dev.fovea.conform.training;

import org.jspecify.annotations.NullMarked;
