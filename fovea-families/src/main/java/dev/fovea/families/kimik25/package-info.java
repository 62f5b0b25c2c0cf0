/**
 * Images of Kimi-K2.5 and K2.6.
 *
 * <p>May use contract and vision. Start reading at {@link dev.fovea.families.kimik25.KimiK25Images}, then
 * {@link dev.fovea.families.kimik25.KimiK25ImageProcessor}.
 */
@NullMarked
package dev.fovea.families.kimik25;

import org.jspecify.annotations.NullMarked;
