package dev.fovea.families.qwen;

import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.OtherMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.ThinkingRetention;
import java.util.List;
import java.util.Optional;

/** Which messages ask something: reasoning before the last of them is dropped by some templates. */
public final class QwenQueries {

    private static final String RESPONSE = "<tool_response>";
    private static final String RESPONSE_END = "</tool_response>";

    private QwenQueries() {}

    /** Index of the last question, or -1. */
    public static int last(List<Message> messages) {
        int at = messages.size() - 1;
        while (at >= 0 && !asks(messages.get(at))) {
            at--;
        }
        return at;
    }

    /** A user's message asks, unless it is a tool's result in disguise. */
    public static boolean asks(Message message) {
        if (!(message instanceof UserMessage user)) {
            return false;
        }
        String text = PythonText.strip(text(user.content()));
        return !(text.startsWith(RESPONSE) && text.endsWith(RESPONSE_END));
    }

    /** The text parts of a content, joined. */
    public static String text(List<ContentPart> content) {
        if (content.size() == 1 && content.getFirst() instanceof ContentPart.Text(String whole)) {
            return whole;
        }
        StringBuilder text = new StringBuilder();
        for (ContentPart part : content) {
            text.append(part instanceof ContentPart.Text(String more) ? more : "");
        }
        return text.toString();
    }

    /** Why new messages cannot follow a sampled turn of a template that shows system messages in front only. */
    public static Optional<Cause> refusal(List<Message> newMessages, ThinkingRetention retention) {
        return newMessages.stream().anyMatch(SystemMessage.class::isInstance)
                ? Optional.of(Cause.SYSTEM_IN_TAIL)
                : refusalBesideSystem(newMessages, retention);
    }

    /** The same where system messages may follow. */
    public static Optional<Cause> refusalBesideSystem(List<Message> newMessages, ThinkingRetention retention) {
        if (newMessages.stream().anyMatch(OtherMessage.class::isInstance)) {
            return Optional.of(Cause.UNKNOWN_ROLE_IN_TAIL);
        }
        return retention == ThinkingRetention.TOOL_CYCLE && newMessages.stream().anyMatch(QwenQueries::asks)
                ? Optional.of(Cause.NEW_QUERY_ENDS_REASONING)
                : Optional.empty();
    }
}
