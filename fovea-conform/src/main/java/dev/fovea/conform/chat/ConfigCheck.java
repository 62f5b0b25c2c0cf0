package dev.fovea.conform.chat;

import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.Families;
import dev.fovea.families.RendererSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Settings: what they resolve to, and which are refused. */
final class ConfigCheck {

    private ConfigCheck() {}

    static Verdict check(CorpusFamily family, Row row) {
        ThinkingPolicy actual = policy(family, row);
        if (actual == null || row.refused()) {
            return actual == null && row.refused()
                    ? new Verdict.Equal()
                    : new Verdict.Differs(row.config() + ": ours gives " + actual + ", the reference "
                            + row.json().path("expect"));
        }
        JsonNode expected = row.json().path("expect");
        Boolean enabled = enabled(family, row);
        boolean same = actual.retention()
                        .wire()
                        .equals(expected.path("effective_thinking_retention").asString())
                && Objects.equals(actual.enabled(), enabled);
        return same
                ? new Verdict.Equal()
                : new Verdict.Differs(row.config() + ": ours gives " + actual + ", the reference " + expected);
    }

    /** Kimi-K2.5's switch has another name, which the recorded answer does not look at. */
    private static @Nullable Boolean enabled(CorpusFamily family, Row row) {
        JsonNode recorded = row.json().path("expect").path("enable_thinking");
        if (recorded.isBoolean()) {
            return recorded.booleanValue();
        }
        return family.name().equals("kimi-k2.5") ? Boolean.valueOf(row.thinks()) : null;
    }

    private static @Nullable ThinkingPolicy policy(CorpusFamily family, Row row) {
        try {
            RendererSettings settings = RendererSettings.of(row.config());
            JsonNode model = row.json().path("model");
            return Families.named(family.name())
                    .renderer(
                            family.tokenizer(), model.isString() ? settings.with("model", model.asString()) : settings)
                    .thinking();
        } catch (SetupException e) {
            return null;
        }
    }
}
