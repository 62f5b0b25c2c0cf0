/**
 * {@code fovea render} and {@code fovea parse}: messages to tokens and back, to look at. Start reading at
 * {@link dev.fovea.cli.chat.RenderCommand}.
 */
@NullMarked
package dev.fovea.cli.chat;

import org.jspecify.annotations.NullMarked;
