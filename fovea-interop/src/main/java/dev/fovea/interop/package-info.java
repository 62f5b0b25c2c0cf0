/**
 * Sends the same requests to a real engine by every way there is, and compares what comes back.
 *
 * <p>May use contract, assets, vision, families, engine, policy and conform. Start reading at
 * {@link dev.fovea.interop.VllmInterop}.
 */
@NullMarked
package dev.fovea.interop;

import org.jspecify.annotations.NullMarked;
