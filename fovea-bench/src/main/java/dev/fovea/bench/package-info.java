/**
 * Side-by-side benchmarks: the hot paths of the rooms beside a rival or a physical limit, measured in the same run.
 *
 * <p>May use contract, assets, vision, chat and families. Results are ratios; a rival that is not installed is named as missing.
 */
@NullMarked
package dev.fovea.bench;

import org.jspecify.annotations.NullMarked;
