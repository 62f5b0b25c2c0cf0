package dev.fovea.chat;

import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.ToolMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a message is, beside its tokens.
 *
 * @param role the role as it came
 * @param toolName for a tool message its own name, or that of the call in the same list that it answers; null for all others
 */
public record MessageLabel(String role, @Nullable String toolName) {

    /** One a message. */
    public static List<MessageLabel> of(List<Message> messages) {
        Map<String, String> calls = new HashMap<>();
        for (Message message : messages) {
            if (message instanceof AssistantMessage assistant) {
                assistant.toolCalls().forEach(call -> calls.put(call.id(), call.name()));
            }
        }
        calls.remove("");
        List<MessageLabel> labels = new ArrayList<>(messages.size());
        for (Message message : messages) {
            labels.add(new MessageLabel(
                    message.role(), message instanceof ToolMessage tool ? toolName(tool, calls) : null));
        }
        return labels;
    }

    private static @Nullable String toolName(ToolMessage tool, Map<String, String> calls) {
        String own = tool.name();
        return own != null && !own.isEmpty() ? own : calls.get(tool.toolCallId());
    }
}
