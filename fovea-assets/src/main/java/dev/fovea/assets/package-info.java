/**
 * Images as content-addressed files: the strict way in (data URL, base64, store) and the verified way out (roots, reader).
 *
 * <p>May use contract only; knows neither pixels nor JSON bodies. Start reading at {@link dev.fovea.assets.ImageUpload} for the
 * way in and at {@link dev.fovea.assets.AssetReader} for the way out.
 */
@NullMarked
package dev.fovea.assets;

import org.jspecify.annotations.NullMarked;
