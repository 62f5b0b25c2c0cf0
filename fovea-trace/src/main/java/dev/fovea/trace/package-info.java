/**
 * What happened: the message graph of a rollout, which attributes every token and image to the message that brought it, and
 * its record on disk.
 *
 * <p>May use contract only; a message is known here by its role, its key and its JSON text, whatever model it was rendered
 * for. Start reading at {@link dev.fovea.trace.Trace}, then MessageGraph.
 */
@NullMarked
package dev.fovea.trace;

import org.jspecify.annotations.NullMarked;
