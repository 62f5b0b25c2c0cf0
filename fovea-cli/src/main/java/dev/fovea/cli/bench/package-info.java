/**
 * {@code fovea bench}: figures beside rivals.
 *
 * <p>May use bench and contract. Start reading at {@link dev.fovea.cli.bench.BenchCommand}.
 */
@NullMarked
package dev.fovea.cli.bench;

import org.jspecify.annotations.NullMarked;
