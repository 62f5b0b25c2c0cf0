package dev.fovea.families.qwen;

import dev.fovea.chat.Origin;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.chat.ToolCall;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Tools and calls as one JSON object each: the form of Qwen3 and Qwen3-VL. */
public record JsonTools(QwenTokens tokens, TokenEmitter out) {

    private static final String BEFORE =
            "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
                    + "You are provided with function signatures within <tools></tools> XML tags:\n<tools>";
    private static final String BEHIND =
            "\n</tools>\n\nFor each function call, return a json object with function name and arguments within ";
    private static final String CALL_EXAMPLE = "\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n";

    /** The tools, as a system turn shows them. */
    public void specifications(List<JsonNode> tools, Origin template) {
        StringBuilder text = new StringBuilder(BEFORE);
        for (JsonNode tool : tools) {
            text.append('\n').append(PythonJson.text(tool));
        }
        out.text(text.append(BEHIND).toString(), template);
        out.atom(tokens.toolCall(), template).atom(tokens.toolCallEnd(), template);
        out.text(" XML tags:\n", template).atom(tokens.toolCall(), template);
        out.text(CALL_EXAMPLE, template).atom(tokens.toolCallEnd(), template);
    }

    /**
     * An assistant's calls.
     *
     * @param before what stands before the first one
     */
    public void calls(List<ToolCall> calls, String before, Origin said) {
        String separator = before;
        for (ToolCall call : calls) {
            out.text(separator, said).atom(tokens.toolCall(), said);
            out.text("\n{\"name\": \"" + call.name() + "\", \"arguments\": " + arguments(call) + "}\n", said);
            out.atom(tokens.toolCallEnd(), said);
            separator = "\n";
        }
    }

    /** A call without parameters comes as an empty string from some programs; as it is, it would make a broken object. */
    private static String arguments(ToolCall call) {
        return call.arguments().isBlank() ? "{}" : call.arguments();
    }
}
