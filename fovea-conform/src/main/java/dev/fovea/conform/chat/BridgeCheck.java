package dev.fovea.conform.chat;

import dev.fovea.chat.Bridge;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Turns that are continued from their own ids. */
final class BridgeCheck {

    private BridgeCheck() {}

    static Verdict check(CorpusFamily family, Row row) {
        JsonNode messages = row.json().path("new_messages");
        boolean asksForRefusal = row.asked().isNull() || row.refused() || row.hasTag("dev:bridge-system");
        Bridge actual;
        try {
            actual = bridge(family, row, messages);
        } catch (RequestException e) {
            return asksForRefusal
                    ? new Verdict.Equal()
                    : Dropped.check(messages, e, less -> extended(bridge(family, row, less)), row, family);
        }
        return switch (actual) {
            case Bridge.Refused refused ->
                asksForRefusal
                        ? new Verdict.Equal()
                        : new Verdict.Differs("ours refuses the bridge: " + refused.cause());
            case Bridge.Extended extended -> {
                if (asksForRefusal) {
                    yield new Verdict.Differs("ours extends where a refusal is asked for");
                }
                int prior = row.json().path("prior_length").asInt();
                RenderedTokens prompt = extended.prompt();
                yield Comparison.compare(family, row, prompt, prior)
                        .orElseGet(() -> Alignment.check(family, row, prompt, prior));
            }
        };
    }

    private static RenderedTokens extended(Bridge bridge) {
        if (bridge instanceof Bridge.Extended(RenderedTokens prompt)) {
            return prompt;
        }
        throw new IllegalStateException("refused without what was dropped: " + bridge);
    }

    private static Bridge bridge(CorpusFamily family, Row row, JsonNode messages) {
        Renderer renderer = family.renderer(row.config());
        return renderer.bridge(
                row.prompt(), row.ids("completion_ids"), images(family, row), family.messages(messages, row));
    }

    /** Where the engine expands images, no sidecar is recorded: every pad of the prompt is one. */
    private static MultiModalData images(CorpusFamily family, Row row) {
        if (row.expanded()) {
            return CorpusImages.sidecar(row.json().path("previous_mm"));
        }
        ExpandedIds prompt = row.prompt();
        List<SidecarImage> images = new ArrayList<>();
        for (int i = 0; i < prompt.size(); i++) {
            if (prompt.ids().get(i) == family.imagePad()) {
                images.add(CorpusImages.named("img" + images.size(), 1).at(i));
            }
        }
        return new MultiModalData(images);
    }
}
