/**
 * Runs recorded answers of a chat renderer, {@code FAMILY.KIND.jsonl.gz} beside {@code meta.json}, through the families. What ours
 * answers otherwise on purpose is proven to be just that, and counted under its name; docs/chat.md lists the names.
 *
 * <p>Start reading at {@link dev.fovea.conform.chat.ChatConform}.
 */
@NullMarked
package dev.fovea.conform.chat;

import org.jspecify.annotations.NullMarked;
