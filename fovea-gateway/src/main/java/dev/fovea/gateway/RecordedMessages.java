package dev.fovea.gateway;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.MessageJson;
import dev.fovea.chat.MessageKeys;
import dev.fovea.trace.MessageKey;
import dev.fovea.trace.RecordedMessage;
import java.util.List;

/** Messages as the trace keeps them: it knows no chat types, only role, key and JSON text. */
final class RecordedMessages {

    private RecordedMessages() {}

    static List<RecordedMessage> of(Conversation conversation) {
        return conversation.messages().stream().map(RecordedMessages::of).toList();
    }

    static RecordedMessage of(Message message) {
        return new RecordedMessage(
                role(message), new MessageKey(MessageKeys.of(message)), MessageJson.of(message), images(message));
    }

    private static String role(Message message) {
        return switch (message) {
            case Message.SystemMessage system -> "system";
            case Message.UserMessage user -> "user";
            case Message.AssistantMessage assistant -> "assistant";
            case Message.ToolMessage tool -> "tool";
        };
    }

    private static int images(Message message) {
        return switch (message) {
            case Message.SystemMessage system -> images(system.content());
            case Message.UserMessage user -> images(user.content());
            case Message.AssistantMessage assistant -> 0;
            case Message.ToolMessage tool -> images(tool.content());
        };
    }

    private static int images(List<ContentPart> content) {
        return (int)
                content.stream().filter(ContentPart.Image.class::isInstance).count();
    }
}
