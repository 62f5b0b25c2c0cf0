package dev.fovea.families.qwen35;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.OtherMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.MessagePlace;
import dev.fovea.chat.Origin;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.qwen.InlineReasoning;
import dev.fovea.families.qwen.QwenQueries;
import dev.fovea.families.qwen.QwenTokens;
import dev.fovea.families.qwen.QwenTurns;
import dev.fovea.families.qwen35.Qwen35Variant.EmptySystem;
import dev.fovea.families.qwen35.Qwen35Variant.Inline;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One conversation on its way out. All contents are trimmed; where images stand in one, the template trims the whole of it.
 *
 * @param lastQuery index of the last question; reasoning up to it is not shown unless it is preserved
 */
record Qwen35Writer(
        QwenTokens tokens,
        Qwen35Settings settings,
        TokenEmitter out,
        QwenTurns turns,
        XmlTools xmlTools,
        int lastQuery) {

    Qwen35Writer(QwenTokens tokens, Qwen35Settings settings, TokenEmitter out, int lastQuery) {
        this(
                tokens,
                settings,
                out,
                new QwenTurns(tokens, settings.numbering(), out),
                new XmlTools(tokens, settings.variant().scalars(), out),
                lastQuery);
    }

    /** The first turn, where there are tools, a system message or an instruction about reasoning. */
    void opening(Message first, List<JsonNode> tools) {
        boolean hasSystem = first instanceof SystemMessage;
        String system = hasSystem ? text(first, 0) : "";
        String instruction = settings.instruction();
        boolean says = !tools.isEmpty()
                || !instruction.isEmpty()
                || !system.isEmpty()
                || (hasSystem && settings.variant().emptySystem() == EmptySystem.SHOWN);
        if (!says) {
            return;
        }
        Origin template = hasSystem ? Origin.template(0) : Origin.scaffold();
        turns.turn("system", template, () -> {
            out.text(instruction, template);
            if (!tools.isEmpty()) {
                out.text(instruction.isEmpty() ? "" : "\n\n", template);
                xmlTools.specifications(tools, template);
            }
            if (!system.isEmpty()) {
                out.text(instruction.isEmpty() && tools.isEmpty() ? "" : "\n\n", template);
                out.text(system, Origin.caller(0));
            }
        });
    }

    /** One message where it stands among its neighbours. */
    void message(List<Message> messages, int index) {
        switch (messages.get(index)) {
            case SystemMessage system ->
                throw MessagePlace.of(index)
                        .unrenderable(
                                "is a system or developer message, which the template only shows in front",
                                "send one system message, as the first");
            case UserMessage user -> turns.turn("user", Origin.template(index), () -> content(user, index));
            case AssistantMessage assistant -> assistant(assistant, index);
            case ToolMessage tool -> turns.toolResult(messages, index, () -> content(tool, index));
            case OtherMessage other -> throw QwenTurns.unknownRole(other, index);
        }
    }

    private void assistant(AssistantMessage assistant, int index) {
        Origin said = Origin.said(index);
        InlineReasoning parts = parts(assistant, text(assistant, index));
        String reasoning = PythonText.strip(parts.reasoning());
        turns.assistantHeader(index);
        if (index > lastQuery || settings.preserves() || (!settings.thinks() && reasoning.isEmpty())) {
            out.atom(tokens.think(), said)
                    .text("\n" + reasoning + "\n", said)
                    .atom(tokens.thinkEnd(), said)
                    .text("\n\n", said);
        }
        out.text(parts.answer(), said);
        String before = PythonText.strip(parts.answer()).isEmpty() ? "" : "\n\n";
        xmlTools.calls(assistant.toolCalls(), before, said);
        turns.assistantEnd(index);
    }

    private InlineReasoning parts(AssistantMessage assistant, String content) {
        if (assistant.reasoning() != null) {
            return new InlineReasoning(assistant.reasoning(), content);
        }
        return settings.variant().inline() == Inline.READ
                ? InlineReasoning.of(content)
                : new InlineReasoning("", content);
    }

    /** Content of roles that show text only. */
    private static String text(Message message, int index) {
        for (int i = 0; i < message.content().size(); i++) {
            switch (message.content().get(i)) {
                case ContentPart.Text text -> {}
                case ContentPart.Thinking thinking -> throw thinking(index, i);
                case ContentPart.Image image ->
                    throw MessagePlace.part(index, i)
                            .unrenderable(
                                    "is an image in a message of the role " + message.role()
                                            + ", where the template shows none",
                                    "send images in user and tool messages");
            }
        }
        return PythonText.strip(QwenQueries.text(message.content()));
    }

    private static RequestException thinking(int index, int part) {
        return MessagePlace.part(index, part)
                .unrenderable(
                        "is thinking among the content, which the template does not show",
                        "send it as reasoning_content of an assistant message");
    }

    private void content(Message message, int index) {
        List<ContentPart> parts = message.content();
        int firstImage = parts.size();
        int lastImage = -1;
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof ContentPart.Image) {
                firstImage = Math.min(firstImage, i);
                lastImage = i;
            }
        }
        if (lastImage < 0) {
            out.text(text(message, index), Origin.caller(index));
            return;
        }
        out.text(PythonText.stripLeading(joined(parts.subList(0, firstImage), index, 0)), Origin.caller(index));
        for (int i = firstImage; i <= lastImage; i++) {
            switch (parts.get(i)) {
                case ContentPart.Text text -> out.text(text.text(), Origin.caller(index));
                case ContentPart.Image image -> turns.image(image.image(), index);
                case ContentPart.Thinking thinking -> throw thinking(index, i);
            }
        }
        String rest = joined(parts.subList(lastImage + 1, parts.size()), index, lastImage + 1);
        out.text(PythonText.stripTrailing(rest), Origin.caller(index));
    }

    private static String joined(List<ContentPart> parts, int index, int first) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof ContentPart.Thinking) {
                throw thinking(index, first + i);
            }
        }
        return QwenQueries.text(parts);
    }
}
