package dev.fovea.families.qwen3vl;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.Origin;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.chat.ToolCall;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The official chat template, written to one emitter. Section 5 of the renderer specification. */
record Qwen3VlTemplate(Qwen3VlTokens tokens, Qwen3VlSettings settings, TokenEmitter out) {

    private static final String TOOLS_BEFORE =
            "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
                    + "You are provided with function signatures within <tools></tools> XML tags:\n<tools>";
    private static final String TOOLS_BEHIND =
            "\n</tools>\n\nFor each function call, return a json object with function name and " + "arguments within ";
    private static final String CALL_EXAMPLE = "\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n";

    /** The first turn, where there are tools or a system message. */
    void opening(List<Message> messages, List<JsonNode> tools) {
        boolean hasSystem = messages.getFirst() instanceof SystemMessage;
        Origin template = hasSystem ? Origin.template(0) : Origin.scaffold();
        if (!hasSystem && tools.isEmpty()) {
            return;
        }
        out.atom(tokens.turnStart(), template).text("system\n", template);
        if (messages.getFirst() instanceof SystemMessage system) {
            systemText(system);
        }
        if (!tools.isEmpty()) {
            out.text(hasSystem ? "\n\n" : "", template);
            tools(tools, template);
        }
        endTurn(template);
    }

    private void systemText(SystemMessage system) {
        for (ContentPart part : system.content()) {
            switch (part) {
                case ContentPart.Text text -> out.text(text.text(), Origin.caller(0));
                case ContentPart.Image image ->
                    throw refused(0, "is a system message with an image, which the template does not show");
            }
        }
    }

    private void tools(List<JsonNode> tools, Origin template) {
        out.text(TOOLS_BEFORE, template);
        for (JsonNode tool : tools) {
            out.text("\n", template).text(PythonJson.text(tool), template);
        }
        out.text(TOOLS_BEHIND, template);
        out.atom(tokens.toolCall(), template).atom(tokens.toolCallEnd(), template);
        out.text(" XML tags:\n", template).atom(tokens.toolCall(), template);
        out.text(CALL_EXAMPLE, template).atom(tokens.toolCallEnd(), template);
    }

    /** One message where it stands among its neighbours. */
    void message(List<Message> messages, int index) {
        switch (messages.get(index)) {
            case SystemMessage system ->
                throw refused(index, "is a system or developer message, which the template only shows in front");
            case UserMessage user -> {
                out.atom(tokens.turnStart(), Origin.template(index)).text("user\n", Origin.template(index));
                content(user.content(), index);
                endTurn(Origin.template(index));
            }
            case AssistantMessage assistant -> assistant(assistant, index);
            case ToolMessage tool -> {
                boolean first = index == 0 || !(messages.get(index - 1) instanceof ToolMessage);
                boolean last = index + 1 == messages.size() || !(messages.get(index + 1) instanceof ToolMessage);
                toolResult(tool, index, first, last);
            }
        }
    }

    private void assistant(AssistantMessage assistant, int index) {
        Origin said = Origin.said(index);
        out.atom(tokens.turnStart(), Origin.template(index)).text("assistant\n", Origin.template(index));
        out.split(); // inference encodes the prompt up to here
        out.text(assistant.content(), said);
        boolean separated = assistant.content().isEmpty();
        for (ToolCall call : assistant.toolCalls()) {
            out.text(separated ? "" : "\n", said).atom(tokens.toolCall(), said);
            out.text("\n{\"name\": \"" + call.name() + "\", \"arguments\": " + arguments(call) + "}\n", said);
            out.atom(tokens.toolCallEnd(), said);
            separated = false;
        }
        out.atom(tokens.turnEnd(), said).text("\n", Origin.template(index));
    }

    /** A call without parameters comes as an empty string from some programs; as it is, it would make a broken object. */
    private static String arguments(ToolCall call) {
        return call.arguments().isBlank() ? "{}" : call.arguments();
    }

    private void toolResult(ToolMessage tool, int index, boolean first, boolean last) {
        Origin template = Origin.template(index);
        if (first) {
            out.atom(tokens.turnStart(), template).text("user", template);
        }
        out.text("\n", template).atom(tokens.toolResponse(), template).text("\n", template);
        content(tool.content(), index);
        out.text("\n", template).atom(tokens.toolResponseEnd(), template);
        if (last) {
            endTurn(template);
        }
    }

    private void content(List<ContentPart> parts, int index) {
        for (ContentPart part : parts) {
            switch (part) {
                case ContentPart.Text text -> out.text(text.text(), Origin.caller(index));
                case ContentPart.Image image -> {
                    Origin template = Origin.template(index);
                    if (settings.addVisionId()) {
                        out.text("Picture " + (out.images() + 1) + ": ", template);
                    }
                    out.atom(tokens.vision().start(), template)
                            .image(image.image(), tokens.vision().imagePad(), Origin.caller(index))
                            .atom(tokens.vision().end(), template);
                }
            }
        }
    }

    private void endTurn(Origin template) {
        out.atom(tokens.turnEnd(), template).text("\n", template);
    }

    /** What asks for the next assistant message. */
    void generationPrompt() {
        out.atom(tokens.turnStart(), Origin.scaffold()).text("assistant\n", Origin.scaffold());
    }

    private static RequestException refused(int index, String what) {
        return new RequestException(
                ErrorCode.UNRENDERABLE_MESSAGE,
                "message " + index + " " + what,
                "send one system message, as the first, with text only");
    }
}
