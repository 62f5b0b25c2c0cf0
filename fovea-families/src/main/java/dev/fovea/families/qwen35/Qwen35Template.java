package dev.fovea.families.qwen35;

import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.ChatTemplate;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Origin;
import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.qwen.QwenQueries;
import dev.fovea.families.qwen.QwenTokens;
import dev.fovea.families.qwen.QwenTurns.ImageNumbering;
import dev.fovea.families.qwen35.Qwen35Variant.NoQuery;
import java.util.List;
import java.util.Optional;

/** The chat template of Qwen3.5, 3.6 and 3.8. Section 6 of the renderer specification. */
record Qwen35Template(QwenTokens tokens, Qwen35Settings settings) implements ChatTemplate {

    @Override
    public void conversation(Conversation conversation, TokenEmitter out) {
        List<Message> messages = conversation.messages();
        Qwen35Writer writer = new Qwen35Writer(tokens, settings, out, lastQuery(messages));
        writer.opening(messages.getFirst(), conversation.tools());
        for (int i = messages.getFirst() instanceof SystemMessage ? 1 : 0; i < messages.size(); i++) {
            writer.message(messages, i);
        }
    }

    private int lastQuery(List<Message> messages) {
        int last = QwenQueries.last(messages);
        if (last >= 0) {
            return last;
        }
        if (settings.variant().noQuery() == NoQuery.REFUSED) {
            throw new RequestException(
                    ErrorCode.UNRENDERABLE_MESSAGE,
                    "none of the " + messages.size() + " messages is a user's question",
                    "send a user message");
        }
        return messages.size();
    }

    @Override
    public void continuation(List<Message> newMessages, TokenEmitter out) {
        Qwen35Writer writer = new Qwen35Writer(tokens, settings, out, newMessages.size());
        writer.turns().afterSampledTurn();
        for (int i = 0; i < newMessages.size(); i++) {
            writer.message(newMessages, i);
        }
    }

    @Override
    public void generationPrompt(TokenEmitter out) {
        Origin scaffold = Origin.scaffold();
        out.atom(tokens.turnStart(), scaffold).text("assistant\n", scaffold).atom(tokens.think(), scaffold);
        if (settings.thinks()) {
            out.text("\n", scaffold);
        } else {
            out.text("\n\n", scaffold).atom(tokens.thinkEnd(), scaffold).text("\n\n", scaffold);
        }
    }

    @Override
    public Optional<Cause> bridgeRefusal(List<Message> newMessages) {
        return QwenQueries.refusal(newMessages, settings.retention());
    }

    @Override
    public boolean numbersImages() {
        return settings.numbering() == ImageNumbering.PICTURES;
    }

    @Override
    public ThinkingPolicy thinking() {
        return new ThinkingPolicy(settings.thinks(), settings.retention());
    }
}
