/**
 * Images of the Qwen vision-language family: Qwen2-VL to Qwen3.6 share one processor and differ in its settings alone.
 *
 * <p>May use contract and vision. Start reading at {@link dev.fovea.families.qwenvl.QwenVlImages}, then
 * {@link dev.fovea.families.qwenvl.QwenVlImageProcessor}.
 */
@NullMarked
package dev.fovea.families.qwenvl;

import org.jspecify.annotations.NullMarked;
