/**
 * What the chat models of Qwen share: special tokens, the frame of turns and images, and what counts as a question. No family of
 * its own; the packages of the families write their templates with it.
 *
 * <p>Start reading at {@link dev.fovea.families.qwen.QwenTurns}.
 */
@NullMarked
package dev.fovea.families.qwen;

import org.jspecify.annotations.NullMarked;
