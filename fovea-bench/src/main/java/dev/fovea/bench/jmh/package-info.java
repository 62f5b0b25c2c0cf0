/**
 * JMH benchmarks of single steps, for looking into them; figures beside rivals come from {@link dev.fovea.bench.VisionBench}.
 *
 * <p>May use vision and families. Start reading at {@link dev.fovea.bench.jmh.VisionBenchmarks}.
 */
@NullMarked
package dev.fovea.bench.jmh;

import org.jspecify.annotations.NullMarked;
