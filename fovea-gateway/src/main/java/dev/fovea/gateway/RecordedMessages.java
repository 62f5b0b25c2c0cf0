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
                message.role(),
                new MessageKey(MessageKeys.of(message)),
                MessageJson.of(message),
                images(message.content()));
    }

    private static int images(List<ContentPart> content) {
        return (int)
                content.stream().filter(ContentPart.Image.class::isInstance).count();
    }
}
