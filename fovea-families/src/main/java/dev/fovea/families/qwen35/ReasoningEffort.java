package dev.fovea.families.qwen35;

/** How much reasoning Qwen3.8 is asked for, and the sentence that asks. */
enum ReasoningEffort {
    XHIGH(
            "Reasoning effort is set to xhigh. Please think carefully through the task, validate key assumptions, consider "
                    + "plausible alternatives, and prioritize correctness, consistency, and clarity in the final answer."),
    MEDIUM(""),
    LOW(
            "Reasoning effort is set to low. Keep your thinking brief and focused, moving directly to the conclusion without "
                    + "unnecessary elaboration.");

    private final String instruction;

    ReasoningEffort(String instruction) {
        this.instruction = instruction;
    }

    String instruction() {
        return instruction;
    }
}
