package dev.fovea.families.kimi;

import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.OtherMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.Origin;
import dev.fovea.chat.ThinkingRetention;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.chat.ToolCall;
import java.util.List;
import java.util.Optional;

/** The frame that all turns share: a role's token, a name, the body; nothing stands between two turns. */
public record KimiTurns(KimiTokens tokens, TokenEmitter out) {

    /** What a turn says. */
    @FunctionalInterface
    public interface Body {
        void write();
    }

    /**
     * A turn that nobody samples.
     *
     * @param role the role's token
     * @param name what stands for the role in words
     */
    public void turn(int role, String name, Origin template, Body body) {
        header(role, name, template);
        body.write();
        out.atom(tokens.turnEnd(), template);
    }

    /** An assistant's turn: what stands behind its header is what a model says, the closing token included. */
    public void assistant(String name, int index, Body body) {
        header(tokens.assistant(), name, Origin.template(index));
        body.write();
        out.atom(tokens.turnEnd(), Origin.said(index));
    }

    /** What asks for the next assistant message. */
    public void generationPrompt() {
        header(tokens.assistant(), "assistant", Origin.scaffold());
    }

    private void header(int role, String name, Origin template) {
        out.atom(role, template).text(name, template).atom(tokens.middle(), template);
    }

    /** The line in front of a tool's result. */
    public void returned(ToolMessage tool, int index) {
        out.text("## Return of " + tool.toolCallId() + "\n", Origin.template(index));
    }

    /** An assistant's calls. The id goes in as it is: the model reads the tool's name out of it. */
    public void calls(List<ToolCall> calls, Origin said) {
        if (calls.isEmpty()) {
            return;
        }
        out.atom(tokens.sectionBegin(), said);
        for (ToolCall call : calls) {
            out.atom(tokens.callBegin(), said)
                    .text(call.id(), said)
                    .atom(tokens.argumentBegin(), said)
                    .text(call.arguments(), said)
                    .atom(tokens.callEnd(), said);
        }
        out.atom(tokens.sectionEnd(), said);
    }

    /** A block of reasoning. */
    public void reasoning(String text, Origin origin) {
        if (tokens.marksReasoning()) {
            out.atom(tokens.think(), origin).text(text, origin).atom(tokens.thinkEnd(), origin);
        } else {
            out.text(KimiTokens.THINK + text + KimiTokens.THINK_END, origin);
        }
    }

    /** Why new messages cannot follow a sampled turn. */
    public static Optional<Cause> refusal(List<Message> newMessages, ThinkingRetention retention) {
        if (newMessages.stream().anyMatch(OtherMessage.class::isInstance)) {
            return Optional.of(Cause.UNKNOWN_ROLE_IN_TAIL);
        }
        return retention == ThinkingRetention.TOOL_CYCLE && newMessages.stream().anyMatch(UserMessage.class::isInstance)
                ? Optional.of(Cause.NEW_QUERY_ENDS_REASONING)
                : Optional.empty();
    }
}
