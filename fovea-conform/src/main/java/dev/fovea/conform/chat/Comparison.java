package dev.fovea.conform.chat;

import dev.fovea.chat.MessageLabel;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Equality of two renderings: ids, attribution, roles, tool names, images. */
final class Comparison {

    private Comparison() {}

    /**
     * Equal, or a difference that is none of the ids; empty where the ids differ, which may have a reason.
     *
     * @param prior how many leading ids are an earlier turn's
     */
    static Optional<Verdict> compare(CorpusFamily family, Row row, RenderedTokens actual, int prior) {
        JsonNode asked = row.asked();
        TokenIds ids = Row.ids(asked.path("token_ids"));
        boolean flat = !labels(asked).equals(actual.labels());
        if (flat && !FlatCalls.named(row, labels(asked)).equals(actual.labels())) {
            return Optional.of(new Verdict.Differs("labels: expected " + labels(asked) + ", got " + actual.labels()));
        }
        if (!actual.ids().ids().equals(ids)) {
            return Optional.empty();
        }
        Optional<String> attribution = attribution(actual, asked);
        if (attribution.isPresent()) {
            return Optional.of(new Verdict.Differs(attribution.get()));
        }
        boolean images = !row.expanded() || images(actual).equals(images(asked.path("mm")));
        Verdict same = flat ? new Verdict.Apart(FlatCalls.REASON) : new Verdict.Equal();
        return Optional.of(
                images
                        ? same
                        : new Verdict.Differs(
                                "images: expected " + images(asked.path("mm")) + ", got " + images(actual)));
    }

    private static Optional<String> attribution(RenderedTokens actual, JsonNode asked) {
        int[] indices = Row.runs(asked.path("message_indices"));
        boolean[] sampled = mask(asked.path("sampled_mask"));
        boolean[] content = mask(asked.path("is_content"));
        int at = Arrays.mismatch(indices, actual.attribution().messageIndices());
        if (at >= 0) {
            return Optional.of("message index of token " + at);
        }
        at = Arrays.mismatch(sampled, actual.sampled().toArray());
        if (at >= 0) {
            return Optional.of("sampled mask at token " + at);
        }
        at = Arrays.mismatch(content, actual.content().toArray());
        return at >= 0 ? Optional.of("content mask at token " + at) : Optional.empty();
    }

    private static boolean[] mask(JsonNode runs) {
        int[] values = Row.runs(runs);
        boolean[] mask = new boolean[values.length];
        IntStream.range(0, mask.length).forEach(i -> mask[i] = values[i] == 1);
        return mask;
    }

    static List<MessageLabel> labels(JsonNode asked) {
        List<MessageLabel> labels = new ArrayList<>();
        for (int i = 0; i < asked.path("message_roles").size(); i++) {
            JsonNode tool = asked.path("message_tool_names").path(i);
            labels.add(new MessageLabel(
                    asked.path("message_roles").path(i).asString(), tool.isString() ? tool.asString() : null));
        }
        return labels;
    }

    private static List<String> images(RenderedTokens actual) {
        return actual.images().images().stream()
                .map(image -> image.item().rawImageUri() + " " + image.placeholder())
                .toList();
    }

    private static List<String> images(JsonNode mm) {
        return CorpusImages.sidecar(mm).images().stream()
                .map(image -> image.item().rawImageUri() + " " + image.placeholder())
                .toList();
    }
}
