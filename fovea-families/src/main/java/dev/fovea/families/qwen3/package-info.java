/**
 * Qwen3, text only. Earlier reasoning is dropped once the user asks again; images are refused wherever they stand.
 *
 * <p>Start reading at {@link dev.fovea.families.qwen3.Qwen3Family}.
 */
@NullMarked
package dev.fovea.families.qwen3;

import org.jspecify.annotations.NullMarked;
