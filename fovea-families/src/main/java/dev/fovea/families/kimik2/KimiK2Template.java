package dev.fovea.families.kimik2;

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
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.families.kimi.KimiTokens;
import dev.fovea.families.kimi.KimiTurns;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The chat template of Kimi-K2. Section 7 of the renderer specification. */
record KimiK2Template(KimiTokens tokens, KimiK2Settings settings) implements ChatTemplate {

    private static final String DECLARATION = "tool_declare";
    private static final String DEFAULT_SYSTEM = "You are Kimi, an AI assistant created by Moonshot AI.";

    @Override
    public void conversation(Conversation conversation, TokenEmitter out) {
        List<Message> messages = conversation.messages();
        Writer writer = new Writer(out, new KimiTurns(tokens, out));
        int declared = 0;
        if (declares(messages.getFirst())) {
            writer.message(messages.getFirst(), 0); // the caller's own declaration stands for the tools
            declared = 1;
        } else {
            writer.declaration(conversation.tools());
        }
        if (declared == messages.size() || !(messages.get(declared) instanceof SystemMessage)) {
            writer.defaultSystem();
        }
        for (int i = declared; i < messages.size(); i++) {
            writer.message(messages.get(i), i);
        }
    }

    private static boolean declares(Message message) {
        return message instanceof OtherMessage && message.role().equals(DECLARATION);
    }

    @Override
    public void continuation(List<Message> newMessages, TokenEmitter out) {
        Writer writer = new Writer(out, new KimiTurns(tokens, out));
        for (int i = 0; i < newMessages.size(); i++) {
            writer.message(newMessages.get(i), i);
        }
    }

    @Override
    public void generationPrompt(TokenEmitter out) {
        new KimiTurns(tokens, out).generationPrompt();
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

    /** One conversation on its way out. */
    private record Writer(TokenEmitter out, KimiTurns turns) {

        void declaration(List<JsonNode> tools) {
            if (tools.isEmpty()) {
                return;
            }
            String json = tools.stream().map(PythonJson::canonical).collect(Collectors.joining(",", "[", "]"));
            Origin scaffold = Origin.scaffold();
            turns.turn(turns.tokens().system(), DECLARATION, scaffold, () -> out.text(json, scaffold));
        }

        /** The template's own has a newline behind it, a caller's has none. */
        void defaultSystem() {
            Origin scaffold = Origin.scaffold();
            turns.turn(turns.tokens().system(), "system", scaffold, () -> out.text(DEFAULT_SYSTEM, scaffold));
            out.text("\n", scaffold);
        }

        void message(Message message, int index) {
            Origin template = Origin.template(index);
            int system = turns.tokens().system();
            switch (message) {
                case SystemMessage said -> turns.turn(system, "system", template, () -> content(said, index));
                case UserMessage said ->
                    turns.turn(turns.tokens().user(), "user", template, () -> content(said, index));
                case AssistantMessage assistant ->
                    turns.assistant("assistant", index, () -> {
                        content(assistant, index, Origin.said(index));
                        turns.calls(assistant.toolCalls(), Origin.said(index));
                    });
                case ToolMessage tool ->
                    turns.turn(
                            system,
                            tool.name() == null || tool.name().isEmpty() ? "tool" : tool.name(),
                            template,
                            () -> {
                                turns.returned(tool, index);
                                content(tool, index);
                            });
                case OtherMessage other
                when declares(other) ->
                    turns.turn(system, DECLARATION, template, () -> content(other, index, template));
                case OtherMessage other -> turns.turn(system, other.role(), template, () -> content(other, index));
            }
        }

        private void content(Message message, int index) {
            content(message, index, Origin.caller(index));
        }

        private void content(Message message, int index, Origin origin) {
            for (int i = 0; i < message.content().size(); i++) {
                switch (message.content().get(i)) {
                    case ContentPart.Text text -> out.text(text.text(), origin);
                    case ContentPart.Thinking thinking -> turns.reasoning(thinking.thinking(), origin);
                    case ContentPart.Image image ->
                        throw MessagePlace.part(index, i)
                                .unrenderable(
                                        "is an image, which this text-only family does not show",
                                        "use a vision model, or send text");
                }
            }
        }
    }
}
