package dev.fovea.families.kimik25;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.OtherMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.MessagePlace;
import dev.fovea.chat.Origin;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.families.kimi.KimiTokens;
import dev.fovea.families.kimi.KimiTurns;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One conversation on its way out. A speaker's name stands in place of the role.
 *
 * @param lastAnswer index of the last assistant message without calls; reasoning up to it is not shown
 */
record KimiK25Writer(
        KimiTokens tokens, KimiK25ChatSettings settings, TokenEmitter out, KimiTurns turns, int lastAnswer) {

    KimiK25Writer(KimiTokens tokens, KimiK25ChatSettings settings, TokenEmitter out, int lastAnswer) {
        this(tokens, settings, out, new KimiTurns(tokens, out), lastAnswer);
    }

    /** The tools, in front of everything. */
    void declaration(List<JsonNode> tools) {
        if (!tools.isEmpty()) {
            Origin scaffold = Origin.scaffold();
            turns.turn(
                    tokens.system(), "tool_declare", scaffold, () -> out.text(ToolDeclaration.text(tools), scaffold));
        }
    }

    void message(Message message, int index) {
        String name = message.name();
        String shown = name == null || name.isEmpty() ? message.role() : name;
        Origin template = Origin.template(index);
        switch (message) {
            case UserMessage user -> turns.turn(tokens.user(), shown, template, () -> content(user, index));
            case AssistantMessage assistant -> turns.assistant(shown, index, () -> said(assistant, index));
            case ToolMessage tool ->
                turns.turn(tokens.system(), shown, template, () -> {
                    turns.returned(tool, index);
                    content(tool, index);
                });
            case SystemMessage system -> turns.turn(tokens.system(), shown, template, () -> content(system, index));
            case OtherMessage other -> turns.turn(tokens.system(), shown, template, () -> content(other, index));
        }
    }

    private void content(Message message, int index) {
        Origin caller = Origin.caller(index);
        for (ContentPart part : message.content()) {
            switch (part) {
                case ContentPart.Text text -> out.text(text.text(), caller);
                case ContentPart.Thinking thinking when thinking.thinking().isEmpty() -> {}
                case ContentPart.Thinking thinking -> turns.reasoning(thinking.thinking(), caller);
                case ContentPart.Image image -> image(image.image(), index);
            }
        }
    }

    /** The newline follows every image, whatever comes next. */
    private void image(ResolvedImage image, int index) {
        Origin template = Origin.template(index);
        ResolvedImage placed = switch (settings.placeholders()) {
            case EXPANDED -> image;
            case COMPACT -> new ResolvedImage(image.item(), image.hash(), 1);
        };
        out.atom(tokens.vision().start(), template)
                .text("image", template)
                .atom(tokens.mediaContent(), template)
                .image(placed, tokens.vision().imagePad(), Origin.caller(index))
                .atom(tokens.vision().end(), template)
                .text("\n", template);
    }

    private void said(AssistantMessage assistant, int index) {
        Origin said = Origin.said(index);
        SpokenParts parts = SpokenParts.of(assistant, index);
        boolean shown = index > lastAnswer && settings.thinks();
        turns.reasoning(shown ? parts.reasoning() : "", said);
        out.text(parts.answer(), said);
        turns.calls(assistant.toolCalls(), said);
    }

    /** An assistant's content, taken apart where reasoning stands among its parts or in its text. */
    private record SpokenParts(String reasoning, String answer) {

        static SpokenParts of(AssistantMessage assistant, int index) {
            StringBuilder thinking = new StringBuilder();
            for (int i = 0; i < assistant.content().size(); i++) {
                switch (assistant.content().get(i)) {
                    case ContentPart.Text text -> {}
                    case ContentPart.Thinking part -> thinking.append(shown(part, assistant.reasoning(), index, i));
                    case ContentPart.Image image ->
                        throw MessagePlace.part(index, i)
                                .unrenderable(
                                        "is an image in a message of the role assistant, where the template shows none",
                                        "send images in other messages");
                }
            }
            if (assistant.reasoning() != null) {
                return new SpokenParts(assistant.reasoning(), assistant.text());
            }
            return thinking.isEmpty()
                    ? inline(assistant.text())
                    : new SpokenParts(thinking.toString(), assistant.text());
        }

        private static String shown(ContentPart.Thinking part, @Nullable String reasoning, int index, int partIndex) {
            if (reasoning != null && !part.thinking().isEmpty()) {
                throw MessagePlace.part(index, partIndex)
                        .unrenderable(
                                "is thinking beside a reasoning_content, of which the template shows one",
                                "send one of them");
            }
            return part.thinking();
        }

        private static SpokenParts inline(String content) {
            int close = content.indexOf(KimiTokens.THINK_END);
            if (close < 0) {
                return new SpokenParts("", content);
            }
            String before = content.substring(0, close);
            int open = before.indexOf(KimiTokens.THINK);
            int from = close + KimiTokens.THINK_END.length();
            while (from < content.length() && content.charAt(from) == '\n') {
                from++;
            }
            return new SpokenParts(
                    open < 0 ? before : before.substring(open + KimiTokens.THINK.length()), content.substring(from));
        }
    }
}
