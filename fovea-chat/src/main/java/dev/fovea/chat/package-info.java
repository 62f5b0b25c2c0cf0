/**
 * Messages and tokens: the message types, the tokenizer, the emitter that remembers where each token comes from, and the
 * {@link dev.fovea.chat.Renderer} that families implement.
 *
 * <p>May use contract only: no network, no storage, no pixels, no model's name. Start reading at
 * {@link dev.fovea.chat.Conversation}, then {@link dev.fovea.chat.Renderer}. A family brings a
 * {@link dev.fovea.chat.ChatTemplate}, which writes to a {@link dev.fovea.chat.TokenEmitter}, and a
 * {@link dev.fovea.chat.CompletionParser}; {@link dev.fovea.chat.TemplateRenderer} makes a renderer of both.
 * {@link dev.fovea.chat.ChatJson} reads conversations, {@link dev.fovea.chat.CompletionStream} completions while they come.
 */
@NullMarked
package dev.fovea.chat;

import org.jspecify.annotations.NullMarked;
