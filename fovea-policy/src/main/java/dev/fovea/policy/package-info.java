/**
 * The embedded Qwen3-VL: a checkpoint folder, the forward pass, sampling with a key/value cache and the optimiser step, all on
 * PyTorch's native library; the only room that carries it.
 *
 * <p>May use contract, vision, engine and training; engine and learner share no tensor, weights travel by the checkpoint folder
 * only. Start reading at {@link dev.fovea.policy.Qwen3VlConfig}, then {@link dev.fovea.policy.TextModel}; what other rooms
 * use is {@link dev.fovea.policy.EmbeddedEngine}, {@link dev.fovea.policy.PolicyLearner} and
 * {@link dev.fovea.policy.RandomCheckpoint}.
 */
@NullMarked
package dev.fovea.policy;

import org.jspecify.annotations.NullMarked;
