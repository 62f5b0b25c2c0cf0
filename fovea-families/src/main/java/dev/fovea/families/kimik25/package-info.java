/**
 * Kimi-K2.5 and K2.6: images, and a template with reasoning, tools as TypeScript and calls in sections.
 *
 * <p>May use contract, vision and chat. Start reading at {@link dev.fovea.families.kimik25.KimiK25Images} for images, at
 * {@link dev.fovea.families.kimik25.KimiK25Family} for messages.
 */
@NullMarked
package dev.fovea.families.kimik25;

import org.jspecify.annotations.NullMarked;
