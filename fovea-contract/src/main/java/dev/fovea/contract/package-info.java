/**
 * The nouns of Fovea: token ids, image references, layouts, sidecars, samples, micro-batches and the error family.
 *
 * <p>Everything here is an immutable value that may cross a process; the codecs that write it to JSON or MessagePack stand
 * in {@link dev.fovea.contract.wire}. This room uses no other room, does no I/O, starts no thread and knows no model's name.
 * Start reading at {@link dev.fovea.contract.MultiModalData}.
 */
@NullMarked
package dev.fovea.contract;

import org.jspecify.annotations.NullMarked;
