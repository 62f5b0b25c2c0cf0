/**
 * What the chat models of Kimi share: the vocabulary and its special tokens, the frame of turns, and how calls are written and
 * read. No family of its own; the packages of the families write their templates with it.
 *
 * <p>Start reading at {@link dev.fovea.families.kimi.KimiTurns}.
 */
@NullMarked
package dev.fovea.families.kimi;

import org.jspecify.annotations.NullMarked;
