/**
 * Qwen3.5, 3.6 and 3.8: one template in three variants, with images, reasoning and calls in tags.
 *
 * <p>Start reading at {@link dev.fovea.families.qwen35.Qwen35Variant}.
 */
@NullMarked
package dev.fovea.families.qwen35;

import org.jspecify.annotations.NullMarked;
