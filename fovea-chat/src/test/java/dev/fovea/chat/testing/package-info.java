/** What tests of several rooms need: the real Qwen3 tokenizer, built from a library on Maven Central. */
@NullMarked
package dev.fovea.chat.testing;

import org.jspecify.annotations.NullMarked;
