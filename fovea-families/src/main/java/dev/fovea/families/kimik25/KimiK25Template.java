package dev.fovea.families.kimik25;

import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.ChatTemplate;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Origin;
import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.families.kimi.KimiTokens;
import dev.fovea.families.kimi.KimiTurns;
import java.util.List;
import java.util.Optional;

/** The chat template of Kimi-K2.5 and K2.6. Section 8 of the renderer specification. */
record KimiK25Template(KimiTokens tokens, KimiK25ChatSettings settings) implements ChatTemplate {

    @Override
    public void conversation(Conversation conversation, TokenEmitter out) {
        List<Message> messages = conversation.messages();
        KimiK25Writer writer = new KimiK25Writer(tokens, settings, out, lastAnswer(messages));
        writer.declaration(conversation.tools());
        for (int i = 0; i < messages.size(); i++) {
            writer.message(messages.get(i), i);
        }
    }

    /** Index of the last assistant message without calls, or -1: reasoning up to it is history. */
    private static int lastAnswer(List<Message> messages) {
        int at = messages.size() - 1;
        while (at >= 0
                && !(messages.get(at) instanceof AssistantMessage assistant
                        && assistant.toolCalls().isEmpty())) {
            at--;
        }
        return at;
    }

    @Override
    public void continuation(List<Message> newMessages, TokenEmitter out) {
        KimiK25Writer writer = new KimiK25Writer(tokens, settings, out, -1);
        for (int i = 0; i < newMessages.size(); i++) {
            writer.message(newMessages.get(i), i);
        }
    }

    @Override
    public void generationPrompt(TokenEmitter out) {
        new KimiTurns(tokens, out).generationPrompt();
        out.atom(tokens.think(), Origin.scaffold());
        if (!settings.thinks()) {
            out.atom(tokens.thinkEnd(), Origin.scaffold());
        }
    }

    @Override
    public Optional<Cause> bridgeRefusal(List<Message> newMessages) {
        return KimiTurns.refusal(newMessages, settings.retention());
    }

    @Override
    public boolean numbersImages() {
        return false;
    }

    @Override
    public ThinkingPolicy thinking() {
        return new ThinkingPolicy(settings.thinks(), settings.retention());
    }
}
