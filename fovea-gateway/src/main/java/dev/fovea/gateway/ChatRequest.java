package dev.fovea.gateway;

import dev.fovea.chat.Conversation;

/**
 * A chat completions request, understood.
 *
 * @param digest of the body as it came, to tell a retry
 */
record ChatRequest(Conversation conversation, RequestedSampling sampling, String digest) {}
