/**
 * Trainer-side batches as Apache Arrow: files with one batch each, and a Flight server that streams a step.
 *
 * <p>May use contract and training. Only this room carries Arrow and gRPC. Start reading at BatchSchema, then FlightFeed.
 */
@NullMarked
package dev.fovea.flight;

import org.jspecify.annotations.NullMarked;
