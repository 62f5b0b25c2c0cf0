package dev.fovea.families.qwen3vl;

import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.ChatTemplate;
import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.OtherMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.MessagePlace;
import dev.fovea.chat.Origin;
import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.qwen.JsonTools;
import dev.fovea.families.qwen.QwenQueries;
import dev.fovea.families.qwen.QwenTokens;
import dev.fovea.families.qwen.QwenTurns;
import dev.fovea.families.qwen.QwenTurns.ImageNumbering;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The official chat template of the Instruct models. It has no reasoning channel: reasoning of earlier turns is never shown.
 * Section 5 of the renderer specification.
 */
record Qwen3VlTemplate(QwenTokens tokens, Qwen3VlSettings settings) implements ChatTemplate {

    @Override
    public void conversation(Conversation conversation, TokenEmitter out) {
        List<Message> messages = conversation.messages();
        Writer writer = writer(out);
        writer.opening(messages.getFirst(), conversation.tools());
        for (int i = messages.getFirst() instanceof SystemMessage ? 1 : 0; i < messages.size(); i++) {
            writer.message(messages, i);
        }
    }

    @Override
    public void continuation(List<Message> newMessages, TokenEmitter out) {
        Writer writer = writer(out);
        writer.turns.afterSampledTurn();
        for (int i = 0; i < newMessages.size(); i++) {
            writer.message(newMessages, i);
        }
    }

    @Override
    public void generationPrompt(TokenEmitter out) {
        out.atom(tokens.turnStart(), Origin.scaffold()).text("assistant\n", Origin.scaffold());
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
        return new ThinkingPolicy(null, settings.retention());
    }

    private Writer writer(TokenEmitter out) {
        return new Writer(new QwenTurns(tokens, settings.numbering(), out), new JsonTools(tokens, out), out);
    }

    /** One conversation on its way out. */
    private record Writer(QwenTurns turns, JsonTools jsonTools, TokenEmitter out) {

        /** The first turn, where there are tools or a system message. */
        void opening(Message first, List<JsonNode> tools) {
            boolean hasSystem = first instanceof SystemMessage;
            if (!hasSystem && tools.isEmpty()) {
                return;
            }
            Origin template = hasSystem ? Origin.template(0) : Origin.scaffold();
            turns.turn("system", template, () -> {
                if (hasSystem) {
                    flat(first, 0, Origin.caller(0));
                    out.text(tools.isEmpty() ? "" : "\n\n", template);
                }
                if (!tools.isEmpty()) {
                    jsonTools.specifications(tools, template);
                }
            });
        }

        /** One message where it stands among its neighbours. */
        void message(List<Message> messages, int index) {
            switch (messages.get(index)) {
                case SystemMessage system ->
                    throw refused(
                            MessagePlace.of(index),
                            "is a system or developer message, which the template only shows in front");
                case UserMessage user ->
                    turns.turn("user", Origin.template(index), () -> content(user.content(), index));
                case AssistantMessage assistant -> assistant(assistant, index);
                case ToolMessage tool -> turns.toolResult(messages, index, () -> content(tool.content(), index));
                case OtherMessage other -> throw QwenTurns.unknownRole(other, index);
            }
        }

        private void assistant(AssistantMessage assistant, int index) {
            Origin said = Origin.said(index);
            turns.assistantHeader(index);
            flat(assistant, index, said);
            jsonTools.calls(assistant.toolCalls(), assistant.content().isEmpty() ? "" : "\n", said);
            turns.assistantEnd(index);
        }

        /** Content of roles that show text only; thinking among it is text here. */
        private void flat(Message message, int index, Origin origin) {
            for (int i = 0; i < message.content().size(); i++) {
                switch (message.content().get(i)) {
                    case ContentPart.Text text -> out.text(text.text(), origin);
                    case ContentPart.Thinking thinking -> out.text(thinking.thinking(), origin);
                    case ContentPart.Image image ->
                        throw refused(
                                MessagePlace.part(index, i),
                                "is an image in a message of the role " + message.role()
                                        + ", where the template shows none");
                }
            }
        }

        private void content(List<ContentPart> parts, int index) {
            for (int i = 0; i < parts.size(); i++) {
                switch (parts.get(i)) {
                    case ContentPart.Text text -> out.text(text.text(), Origin.caller(index));
                    case ContentPart.Image image -> turns.image(image.image(), index);
                    case ContentPart.Thinking thinking ->
                        throw refused(MessagePlace.part(index, i), "is thinking in a message that is no assistant's");
                }
            }
        }

        private static RequestException refused(MessagePlace place, String what) {
            return place.unrenderable(
                    what, "send one system message, as the first, with text only; images in user and tool messages");
        }
    }
}
