/**
 * {@code fovea sft}: datasets of conversations become batches with pixels for supervised fine-tuning.
 *
 * <p>Assembles rooms and holds no arithmetic of its own. Start reading at PrepareCommand, then DatasetSteps.
 */
@NullMarked
package dev.fovea.cli.sft;

import org.jspecify.annotations.NullMarked;
