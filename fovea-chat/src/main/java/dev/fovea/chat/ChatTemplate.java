package dev.fovea.chat;

import java.util.List;
import java.util.Optional;

/** What one family writes: the part of a {@link Renderer} that no other family shares. Immutable, thread safe. */
public interface ChatTemplate {

    /**
     * All messages of a conversation, at least one, and its tools.
     *
     * @throws dev.fovea.contract.error.RequestException naming the message, and the part, that it cannot show
     */
    void conversation(Conversation conversation, TokenEmitter out);

    /** What follows a sampled turn behind its closing token. {@link #bridgeRefusal} had no objection. */
    void continuation(List<Message> newMessages, TokenEmitter out);

    /** What asks for the next assistant message. */
    void generationPrompt(TokenEmitter out);

    /** Why these messages cannot follow a sampled turn, beyond what holds for every family. */
    Optional<Bridge.Cause> bridgeRefusal(List<Message> newMessages);

    /** Whether an image's text depends on how many came before it. */
    boolean numbersImages();

    /** What it does with reasoning. */
    ThinkingPolicy thinking();
}
