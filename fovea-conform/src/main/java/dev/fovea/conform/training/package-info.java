/**
 * Recorded answers of the training side's reference: wire structs, references, sidecars, image files, samples, batches.
 *
 * <p>May use contract, assets, families and training. Each check ends as equal, differing, or apart by a named rule of ours that is
 * proven on the record itself. Start reading at ContractRecords.
 */
@NullMarked
package dev.fovea.conform.training;

import org.jspecify.annotations.NullMarked;
