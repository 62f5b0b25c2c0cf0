/**
 * The interception server: any OpenAI client talks to it unchanged, while images become files and every turn becomes part of a
 * trace.
 *
 * <p>May use contract, assets, vision, chat, trace and engine; knows nothing of training. Start reading at
 * {@link dev.fovea.gateway.Gateway}, then follow a request through {@link dev.fovea.gateway.ChatBodyScanner},
 * {@link dev.fovea.gateway.ChatRequestReader} and {@link dev.fovea.gateway.TurnRunner}.
 */
@NullMarked
package dev.fovea.gateway;

import org.jspecify.annotations.NullMarked;
