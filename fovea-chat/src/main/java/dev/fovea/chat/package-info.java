/**
 * Messages and tokens: the message types, the tokenizer, the emitter that remembers where each token comes from, and the
 * {@link dev.fovea.chat.Renderer} that families implement.
 *
 * <p>May use contract only: no network, no storage, no pixels, no model's name. Start reading at
 * {@link dev.fovea.chat.Conversation}, then {@link dev.fovea.chat.Renderer}; {@link dev.fovea.chat.TokenEmitter} is what
 * renderers write with, {@link dev.fovea.chat.ReasoningBoundary} and {@link dev.fovea.chat.JsonToolCalls} what they read
 * completions with.
 */
@NullMarked
package dev.fovea.chat;

import org.jspecify.annotations.NullMarked;
