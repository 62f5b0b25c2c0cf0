/**
 * An unmodified vLLM as an {@link dev.fovea.engine.Engine}: its token-in, token-out protocol over HTTP.
 *
 * <p>References become either processor output ({@code features}) or a path that the server opens itself ({@code content_parts}); a
 * handshake finds out which of them this server gets right, and nothing is assumed. Start reading at
 * {@link dev.fovea.engine.vllm.VllmEngine}; what a server does is measured, see {@code docs/engines.md}.
 */
@NullMarked
package dev.fovea.engine.vllm;

import org.jspecify.annotations.NullMarked;
