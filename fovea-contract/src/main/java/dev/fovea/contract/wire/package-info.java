/**
 * The codecs: MessagePack as trainers of this field read it, and the {@code mmraw:} reference text.
 *
 * <p>Readers are bounded before they allocate and answer malformed input with a code. Start reading at
 * {@link dev.fovea.contract.wire.MicroBatchCodec}.
 */
@NullMarked
package dev.fovea.contract.wire;

import org.jspecify.annotations.NullMarked;
