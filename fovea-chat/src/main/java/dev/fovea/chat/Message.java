package dev.fovea.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a conversation. A plain string and a list of one text part are the same content; an empty string, null and an
 * absent content are no parts.
 */
public sealed interface Message {

    /** The role as it stands in JSON. */
    String role();

    /** Its parts, none where there is no content. */
    List<ContentPart> content();

    /** The name that a caller gave the speaker, or null. */
    @Nullable String name();

    /** The parts of a plain string. */
    static List<ContentPart> parts(String text) {
        return text.isEmpty() ? List.of() : List.of(new ContentPart.Text(text));
    }

    /** Instructions; a developer message is one of these, since no template here knows the other role. */
    record SystemMessage(
            List<ContentPart> content, @Nullable String name) implements Message {
        public SystemMessage {
            content = List.copyOf(content);
        }

        public SystemMessage(List<ContentPart> content) {
            this(content, null);
        }

        @Override
        public String role() {
            return "system";
        }
    }

    /** What the agent's program says, with images. */
    record UserMessage(List<ContentPart> content, @Nullable String name) implements Message {
        public UserMessage {
            content = List.copyOf(content);
        }

        public UserMessage(List<ContentPart> content) {
            this(content, null);
        }

        @Override
        public String role() {
            return "user";
        }
    }

    /** What the model said. */
    record AssistantMessage(
            List<ContentPart> content,
            @Nullable String reasoning,
            List<ToolCall> toolCalls,
            @Nullable String name) implements Message {
        public AssistantMessage {
            content = List.copyOf(content);
            toolCalls = List.copyOf(toolCalls);
        }

        /** A message of plain text, empty where there is none: absent, null and empty are one message. */
        public AssistantMessage(String text, @Nullable String reasoning, List<ToolCall> toolCalls) {
            this(parts(text), reasoning, toolCalls, null);
        }

        @Override
        public String role() {
            return "assistant";
        }

        /** Its text parts, joined. */
        public String text() {
            StringBuilder text = new StringBuilder();
            for (ContentPart part : content) {
                text.append(part instanceof ContentPart.Text(String more) ? more : "");
            }
            return text.toString();
        }
    }

    /**
     * The result of a tool call, with images.
     *
     * @param toolCallId the call that it answers, empty where none is named
     */
    record ToolMessage(String toolCallId, @Nullable String name, List<ContentPart> content) implements Message {
        public ToolMessage {
            content = List.copyOf(content);
        }

        @Override
        public String role() {
            return "tool";
        }
    }

    /** A message of any other role; most templates know none and refuse it. */
    record OtherMessage(String role, @Nullable String name, List<ContentPart> content) implements Message {
        public OtherMessage {
            content = List.copyOf(content);
        }
    }
}
