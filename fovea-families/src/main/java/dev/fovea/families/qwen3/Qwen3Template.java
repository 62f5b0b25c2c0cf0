package dev.fovea.families.qwen3;

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
import dev.fovea.families.qwen.InlineReasoning;
import dev.fovea.families.qwen.JsonTools;
import dev.fovea.families.qwen.QwenQueries;
import dev.fovea.families.qwen.QwenTokens;
import dev.fovea.families.qwen.QwenTurns;
import dev.fovea.families.qwen.QwenTurns.ImageNumbering;
import dev.fovea.families.qwen3.Qwen3Settings.Mode;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The chat template of the text models. Section 4 of the renderer specification. */
record Qwen3Template(QwenTokens tokens, Qwen3Settings settings) implements ChatTemplate {

    @Override
    public void conversation(Conversation conversation, TokenEmitter out) {
        List<Message> messages = conversation.messages();
        int lastQuery = QwenQueries.last(messages);
        Writer writer = writer(out, lastQuery < 0 ? messages.size() - 1 : lastQuery);
        writer.opening(messages.getFirst(), conversation.tools());
        boolean opened = messages.getFirst() instanceof SystemMessage
                && !conversation.tools().isEmpty();
        for (int i = opened ? 1 : 0; i < messages.size(); i++) {
            writer.message(messages, i);
        }
    }

    @Override
    public void continuation(List<Message> newMessages, TokenEmitter out) {
        Writer writer = writer(out, newMessages.size());
        writer.turns.afterSampledTurn();
        for (int i = 0; i < newMessages.size(); i++) {
            writer.message(newMessages, i);
        }
    }

    @Override
    public void generationPrompt(TokenEmitter out) {
        out.atom(tokens.turnStart(), Origin.scaffold()).text("assistant\n", Origin.scaffold());
        if (settings.mode() == Mode.NOT_THINKING) {
            out.atom(tokens.think(), Origin.scaffold())
                    .text("\n\n", Origin.scaffold())
                    .atom(tokens.thinkEnd(), Origin.scaffold())
                    .text("\n\n", Origin.scaffold());
        }
    }

    @Override
    public Optional<Cause> bridgeRefusal(List<Message> newMessages) {
        return QwenQueries.refusalBesideSystem(newMessages, settings.retention());
    }

    @Override
    public boolean numbersImages() {
        return false;
    }

    @Override
    public ThinkingPolicy thinking() {
        return new ThinkingPolicy(settings.mode() == Mode.THINKING, settings.retention());
    }

    private Writer writer(TokenEmitter out, int lastQuery) {
        return new Writer(
                tokens,
                settings,
                new QwenTurns(tokens, ImageNumbering.NONE, out),
                new JsonTools(tokens, out),
                out,
                lastQuery);
    }

    /**
     * One conversation on its way out.
     *
     * @param lastQuery index of the last question; reasoning up to it is not shown
     */
    private record Writer(
            QwenTokens tokens,
            Qwen3Settings settings,
            QwenTurns turns,
            JsonTools jsonTools,
            TokenEmitter out,
            int lastQuery) {

        /** The first turn, where there are tools. */
        void opening(Message first, List<JsonNode> tools) {
            if (tools.isEmpty()) {
                return;
            }
            boolean hasSystem = first instanceof SystemMessage;
            Origin template = hasSystem ? Origin.template(0) : Origin.scaffold();
            turns.turn("system", template, () -> {
                if (hasSystem) {
                    content(first, 0);
                    out.text("\n\n", template);
                }
                jsonTools.specifications(tools, template);
            });
        }

        /** One message where it stands among its neighbours. */
        void message(List<Message> messages, int index) {
            Message message = messages.get(index);
            switch (message) {
                case SystemMessage system -> turns.turn("system", Origin.template(index), () -> content(system, index));
                case UserMessage user -> turns.turn("user", Origin.template(index), () -> content(user, index));
                case AssistantMessage assistant -> assistant(assistant, index, index + 1 == messages.size());
                case ToolMessage tool -> turns.toolResult(messages, index, () -> content(tool, index));
                case OtherMessage other -> throw QwenTurns.unknownRole(other, index);
            }
        }

        private void content(Message message, int index) {
            out.text(text(message, index), Origin.caller(index));
        }

        private void assistant(AssistantMessage assistant, int index, boolean last) {
            Origin said = Origin.said(index);
            String content = text(assistant, index);
            InlineReasoning parts = assistant.reasoning() == null
                    ? InlineReasoning.of(content)
                    : new InlineReasoning(assistant.reasoning(), content);
            boolean reasons = !parts.reasoning().isEmpty();
            boolean shown = index > lastQuery && (last || reasons);
            turns.assistantHeader(index);
            // without it a render would not hold what was sampled behind the closed block of such a prompt
            if (shown || (settings.mode() == Mode.NOT_THINKING && !reasons)) {
                out.atom(tokens.think(), said)
                        .text("\n" + InlineReasoning.stripNewlines(parts.reasoning()) + "\n", said)
                        .atom(tokens.thinkEnd(), said)
                        .text("\n\n" + InlineReasoning.stripLeadingNewlines(parts.answer()), said);
            } else {
                out.text(parts.answer(), said);
            }
            jsonTools.calls(assistant.toolCalls(), parts.answer().isEmpty() ? "" : "\n", said);
            turns.assistantEnd(index);
        }

        /** The text parts, joined; the template knows nothing else. */
        private static String text(Message message, int index) {
            for (int i = 0; i < message.content().size(); i++) {
                switch (message.content().get(i)) {
                    case ContentPart.Text text -> {}
                    case ContentPart.Image image ->
                        throw MessagePlace.part(index, i)
                                .unrenderable(
                                        "is an image, which this text-only family does not show",
                                        "use a vision model, or send text");
                    case ContentPart.Thinking thinking ->
                        throw MessagePlace.part(index, i)
                                .unrenderable(
                                        "is thinking among the content, which the template does not show",
                                        "send it as reasoning_content");
                }
            }
            return QwenQueries.text(message.content());
        }
    }
}
