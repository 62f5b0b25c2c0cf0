/**
 * Several runs that share one trainer: whose samples are packed next, and which run is put out.
 *
 * <p>No I/O and no clock: whoever feeds it decides how long to wait. Start reading at
 * {@link dev.fovea.training.runs.MultiRunPacker}.
 */
@NullMarked
package dev.fovea.training.runs;

import org.jspecify.annotations.NullMarked;
