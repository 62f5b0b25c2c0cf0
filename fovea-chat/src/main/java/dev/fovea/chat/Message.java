package dev.fovea.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One message of a conversation. A plain string and a list of one text part are the same content. */
public sealed interface Message {

    /** Instructions; a developer message is one of these, since no template here knows the other role. */
    record SystemMessage(List<ContentPart> content) implements Message {
        public SystemMessage {
            content = List.copyOf(content);
        }
    }

    /** What the agent's program says, with images. */
    record UserMessage(List<ContentPart> content) implements Message {
        public UserMessage {
            content = List.copyOf(content);
        }
    }

    /**
     * What the model said.
     *
     * @param content text, empty where there is none: absent, null and empty are one message
     */
    record AssistantMessage(String content, @Nullable String reasoning, List<ToolCall> toolCalls) implements Message {
        public AssistantMessage {
            toolCalls = List.copyOf(toolCalls);
        }
    }

    /** The result of a tool call, with images. */
    record ToolMessage(String toolCallId, @Nullable String name, List<ContentPart> content) implements Message {
        public ToolMessage {
            content = List.copyOf(content);
        }
    }
}
