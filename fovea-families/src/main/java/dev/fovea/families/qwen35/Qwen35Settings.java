package dev.fovea.families.qwen35;

import dev.fovea.chat.ThinkingRetention;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.qwen.QwenTurns.ImageNumbering;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A variant with its settings resolved.
 *
 * @param thinks whether generation prompts open reasoning
 * @param preserves whether earlier turns keep theirs in a full render
 * @param instruction what asks for more or less reasoning, or empty
 * @param retention how long sampled reasoning stays in bridges
 */
record Qwen35Settings(
        Qwen35Variant variant,
        ImageNumbering numbering,
        boolean thinks,
        boolean preserves,
        String instruction,
        ThinkingRetention retention) {

    /** The smallest checkpoints do not think unless they are told to. */
    private static final Set<String> SILENT_MODELS = Set.of("Qwen3.5-0.8B", "Qwen3.5-2B");

    static Qwen35Settings of(Qwen35Variant variant, RendererSettings settings) {
        Set<String> switches = new HashSet<>(variant.switches());
        switches.addAll(Set.of("add_vision_id", "enable_thinking", "image_cache_max"));
        settings.requireOnly(variant.family(), switches);
        refuseContradiction(settings);
        boolean thinks = settings.enableThinking().orElse(!isSilent(settings.model()));
        boolean preserves = settings.preserveThinking().orElse(variant.preserves());
        ReasoningEffort effort = settings.choice("reasoning_effort", ReasoningEffort.values())
                .orElse(
                        variant.switches().contains("reasoning_effort")
                                ? ReasoningEffort.XHIGH
                                : ReasoningEffort.MEDIUM);
        return new Qwen35Settings(
                variant,
                ImageNumbering.of(settings.addVisionId().orElse(false)),
                thinks,
                preserves,
                thinks ? effort.instruction() : "",
                settings.thinkingRetention()
                        .orElse(preserves || !thinks ? ThinkingRetention.ALL : ThinkingRetention.TOOL_CYCLE));
    }

    private static boolean isSilent(Optional<String> model) {
        return model.isPresent()
                && SILENT_MODELS.contains(model.get().substring(model.get().lastIndexOf('/') + 1));
    }

    private static void refuseContradiction(RendererSettings settings) {
        Optional<Boolean> preserves = settings.preserveThinking();
        Optional<ThinkingRetention> retention = settings.thinkingRetention();
        if (preserves.isEmpty() || retention.isEmpty()) {
            return;
        }
        ThinkingRetention implied = preserves.get() ? ThinkingRetention.ALL : ThinkingRetention.TOOL_CYCLE;
        if (retention.get() != implied) {
            throw RendererSettings.wrong(
                    "preserve_thinking " + preserves.get() + " means thinking_retention " + implied.wire() + ", but "
                            + retention.get().wire() + " is set",
                    "set one of them");
        }
    }
}
