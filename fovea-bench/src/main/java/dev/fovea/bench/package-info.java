/**
 * Measures Fovea beside its rivals, in one run and on one machine: what a benchmark says of one of them alone is worth nothing.
 *
 * <p>May use contract, assets, vision, chat and families. Start reading at {@link dev.fovea.bench.VisionBench}; the JMH classes,
 * for looking into one step, are in {@code dev.fovea.bench.jmh}.
 */
@NullMarked
package dev.fovea.bench;

import org.jspecify.annotations.NullMarked;
