/**
 * A small client of the gateway's control API: open, reward, close, trace, demonstrations, weights.
 *
 * <p>May use contract only; the gateway's code is not needed to speak to it. Start reading at
 * {@link dev.fovea.client.ControlClient}.
 */
@NullMarked
package dev.fovea.client;

import org.jspecify.annotations.NullMarked;
