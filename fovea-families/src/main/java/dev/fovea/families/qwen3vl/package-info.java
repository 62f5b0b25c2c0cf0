/**
 * Qwen3-VL Instruct: ChatML with images in user and tool messages, tool calls as JSON between two tokens, interleaved M-RoPE.
 *
 * <p>Where the reference drops what its template cannot show (late system messages, images in system content), this package
 * refuses it with the message's index. Start reading at {@link dev.fovea.families.qwen3vl.Qwen3VlFamily}, then
 * {@link dev.fovea.families.qwen3vl.Qwen3VlRenderer}.
 */
@NullMarked
package dev.fovea.families.qwen3vl;

import org.jspecify.annotations.NullMarked;
