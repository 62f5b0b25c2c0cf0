package dev.fovea.families.qwen35;

import dev.fovea.chat.Origin;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.chat.ToolCall;
import dev.fovea.families.qwen.QwenTokens;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Tools as JSON, calls as functions with parameters in tags. */
record XmlTools(QwenTokens tokens, Qwen35Variant.Scalars scalars, TokenEmitter out) {

    private static final System.Logger LOG = System.getLogger(XmlTools.class.getName());

    private static final String BEFORE = "# Tools\n\nYou have access to the following functions:\n\n<tools>";
    private static final String BEHIND =
            "\n</tools>\n\nIf you choose to call a function ONLY reply in the following format with NO suffix:\n\n";
    private static final String EXAMPLE = """

            <function=example_function_name>
            <parameter=example_parameter_1>
            value_1
            </parameter>
            <parameter=example_parameter_2>
            This is the value for the second parameter
            that can span
            multiple lines
            </parameter>
            </function>
            """;
    private static final String REMINDER =
            "\n\n<IMPORTANT>\nReminder:\n- Function calls MUST follow the specified format: an "
                    + "inner <function=...></function> block must be nested within ";
    private static final String RULES =
            " XML tags\n- Required parameters MUST be specified\n- You may provide optional "
                    + "reasoning for your function call in natural language BEFORE the function call, but NOT after\n- If there is no "
                    + "function call available, answer the question like normal with your current knowledge and do not tell the user "
                    + "about function calls\n</IMPORTANT>";

    /** The tools, as a system turn shows them. */
    void specifications(List<JsonNode> tools, Origin template) {
        StringBuilder text = new StringBuilder(BEFORE);
        for (JsonNode tool : tools) {
            text.append('\n').append(PythonJson.text(tool));
        }
        out.text(text.append(BEHIND).toString(), template)
                .atom(tokens.toolCall(), template)
                .text(EXAMPLE, template)
                .atom(tokens.toolCallEnd(), template)
                .text(REMINDER, template)
                .atom(tokens.toolCall(), template)
                .atom(tokens.toolCallEnd(), template)
                .text(RULES, template);
    }

    /**
     * An assistant's calls.
     *
     * @param before what stands before the first one
     */
    void calls(List<ToolCall> calls, String before, Origin said) {
        String separator = before;
        for (ToolCall call : calls) {
            out.text(separator, said).atom(tokens.toolCall(), said);
            StringBuilder text = new StringBuilder("\n<function=" + call.name() + ">\n");
            parameters(call, said.message(), text);
            out.text(text.append("</function>\n").toString(), said).atom(tokens.toolCallEnd(), said);
            separator = "\n";
        }
    }

    private void parameters(ToolCall call, int message, StringBuilder text) {
        Optional<JsonNode> arguments = PythonJson.read(call.arguments());
        if (arguments.isEmpty() || !arguments.get().isObject()) {
            // the caller's own words stay out of the log
            LOG.log(
                    Level.INFO,
                    "message {0}: the arguments of a tool call are no JSON object; the template shows no parameters",
                    message);
            return;
        }
        for (Map.Entry<String, JsonNode> parameter : arguments.get().properties()) {
            text.append("<parameter=").append(parameter.getKey()).append(">\n");
            text.append(shown(parameter.getValue())).append("\n</parameter>\n");
        }
    }

    private String shown(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        return switch (scalars) {
            case JSON -> PythonJson.text(value);
            case PYTHON -> value.isContainer() ? PythonJson.text(value) : PythonText.str(value);
        };
    }
}
