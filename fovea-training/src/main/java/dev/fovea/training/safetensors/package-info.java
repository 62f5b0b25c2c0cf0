/**
 * Files of named tensors as the field reads them: checkpoints and trainer-side batches.
 *
 * <p>Start reading at SafetensorsHeader.
 */
@NullMarked
package dev.fovea.training.safetensors;

import org.jspecify.annotations.NullMarked;
