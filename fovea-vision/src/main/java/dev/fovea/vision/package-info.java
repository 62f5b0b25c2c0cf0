/**
 * From image bytes to pixels: header probe, exact decoders, resize kernels, patches, and the materialiser that verifies a
 * reference before it makes pixels of it.
 *
 * <p>May use contract and assets. Knows neither HTTP nor tokens nor a model's name: what differs between families comes in as
 * an {@link dev.fovea.vision.ImageProcessor}. Start reading at {@link dev.fovea.vision.Materializer}.
 */
@NullMarked
package dev.fovea.vision;

import org.jspecify.annotations.NullMarked;
