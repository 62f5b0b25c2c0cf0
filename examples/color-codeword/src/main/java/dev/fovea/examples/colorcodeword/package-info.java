/**
 * The colour-codeword task as an ordinary program: it knows an OpenAI-compatible URL and a key, and nothing of Fovea.
 *
 * <p>Three turns show plain squares, each a letter; the last answer must be the whole codeword. Copy this folder to start an
 * environment of your own, and read {@link dev.fovea.examples.colorcodeword.CodewordPlayer} first.
 */
@NullMarked
package dev.fovea.examples.colorcodeword;

import org.jspecify.annotations.NullMarked;
