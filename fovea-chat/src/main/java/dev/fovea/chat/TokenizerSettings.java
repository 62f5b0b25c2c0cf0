package dev.fovea.chat;

/**
 * What a {@code tokenizer_config.json} says.
 *
 * @param tokenizerClass the class that Hugging Face libraries load it with
 * @param endOfSequence text of the token that ends a turn
 * @param padding text of the token that fills batches
 * @param contextTokens longest sequence
 * @param chatTemplate the template that other programs render messages with
 */
public record TokenizerSettings(
        String tokenizerClass, String endOfSequence, String padding, int contextTokens, String chatTemplate) {}
