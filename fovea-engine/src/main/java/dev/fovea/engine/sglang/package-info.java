/**
 * SGLang by its {@code /generate} protocol: compact ids and pictures that the server opens by itself. Built from its documented
 * protocol and tested against a double; it has not met a real server.
 *
 * <p>Start reading at {@link dev.fovea.engine.sglang.SglangEngine}.
 */
@NullMarked
package dev.fovea.engine.sglang;

import org.jspecify.annotations.NullMarked;
