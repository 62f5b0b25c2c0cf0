/**
 * From traces to optimiser steps: samples, advantages, truncation, packing, transport, and batches with pixels.
 *
 * <p>May use contract, assets, vision and trace. Knows no HTTP and no model: a {@link dev.fovea.training.Learner} does the
 * arithmetic. Start reading at SampleBuilder, then Packer.
 */
@NullMarked
package dev.fovea.training;

import org.jspecify.annotations.NullMarked;
