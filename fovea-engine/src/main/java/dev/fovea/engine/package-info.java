/**
 * What samples: the {@link dev.fovea.engine.Engine} interface and the proof that an answer belongs to its request.
 *
 * <p>May use contract, assets, vision and chat. Knows nothing of sessions or rewards. Start reading at
 * {@link dev.fovea.engine.Engine}, then {@link dev.fovea.engine.ProvenEngine}.
 */
@NullMarked
package dev.fovea.engine;

import org.jspecify.annotations.NullMarked;
