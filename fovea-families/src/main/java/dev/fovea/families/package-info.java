/**
 * The only room that knows models. A family is one package: its template and parser, pads and special tokens, image processor,
 * positions and forward policy; it is added there, in {@code META-INF/services}, and nowhere else.
 *
 * <p>May use contract, vision and chat. What families of different makers could share does not belong here; what
 * Qwen's own share stands in {@code qwen} and {@code qwenvl}, what Kimi's share in {@code kimi}. Start reading at {@link dev.fovea.families.ModelFamily}, then
 * {@link dev.fovea.families.Families}.
 */
@NullMarked
package dev.fovea.families;

import org.jspecify.annotations.NullMarked;
