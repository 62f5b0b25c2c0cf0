/**
 * The one sealed error family: a stable code, what was wrong and where, and what to do.
 *
 * <p>The same codes stand in logs, HTTP bodies and metrics. Start reading at {@link dev.fovea.contract.error.FoveaException}.
 */
@NullMarked
package dev.fovea.contract.error;

import org.jspecify.annotations.NullMarked;
