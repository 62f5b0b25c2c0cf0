/**
 * What people look at: a run's report as a page of its own, with its plot, its episodes, their images and tokens.
 *
 * <p>May use contract, assets, trace and training; reads run folders and never writes: callers keep what it makes. Start reading
 * at {@link dev.fovea.page.ReportPage}.
 */
@NullMarked
package dev.fovea.page;

import org.jspecify.annotations.NullMarked;
