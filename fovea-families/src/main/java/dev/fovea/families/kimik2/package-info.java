/**
 * Kimi-K2, text only. Reasoning has no place in its template; images are refused wherever they stand.
 *
 * <p>Start reading at {@link dev.fovea.families.kimik2.KimiK2Family}.
 */
@NullMarked
package dev.fovea.families.kimik2;

import org.jspecify.annotations.NullMarked;
