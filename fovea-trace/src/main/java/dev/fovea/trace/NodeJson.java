package dev.fovea.trace;

import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A message node as JSON. Masks are texts of 0 and 1; images are descriptors, never pixels. */
final class NodeJson {

    private final JsonMapper json;

    NodeJson(JsonMapper json) {
        this.json = json;
    }

    ObjectNode write(MessageNode node) {
        ObjectNode out = json.createObjectNode()
                .put("parent", node.parent())
                .put("origin", node.origin().name().toLowerCase(Locale.ROOT))
                .put("time", node.time().toString());
        out.putObject("message")
                .put("role", node.message().role())
                .put("key", node.message().key().hex())
                .put("json", node.message().json())
                .put("images", node.message().images());
        ArrayNode ids = out.putArray("token_ids");
        node.ids().stream().forEach(ids::add);
        out.put("mask", node.mask().toString());
        out.put("is_content", node.content().toString());
        ArrayNode logprobs = out.putArray("logprobs");
        for (int i = 0; i < node.logprobs().size(); i++) {
            logprobs.add(node.logprobs().get(i));
        }
        ArrayNode images = out.putArray("images");
        node.images().forEach(image -> images.add(write(image)));
        if (node.weights() != null) {
            write(out, node.weights());
        }
        if (node.received() != null) {
            out.put("received", node.received().hex());
        }
        return out;
    }

    /** One version is a number, as it was before completions could have several. */
    private static void write(ObjectNode out, WeightSpans weights) {
        if (weights.spans().size() == 1) {
            out.put("weights", weights.oldest().step());
            return;
        }
        ArrayNode spans = out.putArray("weights");
        for (WeightSpans.Span span : weights.spans()) {
            spans.addObject()
                    .put("step", span.version().step())
                    .put("start", span.start())
                    .put("end", span.end());
        }
    }

    private ObjectNode write(SidecarImage image) {
        ObjectNode out = json.createObjectNode()
                .put("hash", image.hash().hex())
                .put("offset", image.placeholder().offset())
                .put("length", image.placeholder().length());
        out.set("item", json.valueToTree(image.item().members()));
        return out;
    }

    MessageNode read(JsonNode in) {
        JsonNode message = RecordFields.object(in, "message");
        TokenMask sampled = mask(in, "mask");
        return new MessageNode(
                RecordFields.integer(in, "parent"),
                new RecordedMessage(
                        RecordFields.text(message, "role"),
                        new MessageKey(RecordFields.text(message, "key")),
                        RecordFields.text(message, "json"),
                        RecordFields.integer(message, "images")),
                RecordFields.constant(in, "origin", Origin.class),
                Instant.parse(RecordFields.text(in, "time")),
                ids(RecordFields.array(in, "token_ids")),
                sampled,
                mask(in, "is_content"),
                values(RecordFields.array(in, "logprobs")),
                images(RecordFields.array(in, "images")),
                in.has("weights") ? weights(in, sampled) : null,
                in.has("received") ? new TokensDigest(RecordFields.text(in, "received")) : null);
    }

    private static WeightSpans weights(JsonNode in, TokenMask sampled) {
        if (in.path("weights").isNumber()) {
            return WeightSpans.of(new WeightVersion(RecordFields.whole(in, "weights")), sampled.count());
        }
        List<WeightSpans.Span> spans = new ArrayList<>();
        for (JsonNode span : RecordFields.array(in, "weights")) {
            spans.add(new WeightSpans.Span(
                    new WeightVersion(RecordFields.whole(span, "step")),
                    RecordFields.integer(span, "start"),
                    RecordFields.integer(span, "end")));
        }
        return new WeightSpans(spans);
    }

    private static TokenIds ids(JsonNode array) {
        int[] ids = new int[array.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = RecordFields.integer(array.get(i), "token_ids");
        }
        return TokenIds.of(ids);
    }

    private static TokenValues values(JsonNode array) {
        double[] values = new double[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = RecordFields.real(array.get(i), "logprobs");
        }
        return TokenValues.of(values);
    }

    private static TokenMask mask(JsonNode in, String name) {
        String text = RecordFields.text(in, name);
        boolean[] mask = new boolean[text.length()];
        for (int i = 0; i < mask.length; i++) {
            char c = text.charAt(i);
            if (c != '0' && c != '1') {
                throw RecordFields.refused(name, "a text of 0 and 1");
            }
            mask[i] = c == '1';
        }
        return TokenMask.of(mask);
    }

    private List<SidecarImage> images(JsonNode array) {
        List<SidecarImage> images = new ArrayList<>();
        for (JsonNode image : array) {
            Map<?, ?> item = json.treeToValue(RecordFields.object(image, "item"), Map.class);
            images.add(new SidecarImage(
                    RawImageDescriptor.of(item),
                    new MmHash(RecordFields.text(image, "hash")),
                    new PlaceholderRange(
                            RecordFields.integer(image, "offset"), RecordFields.integer(image, "length"))));
        }
        return images;
    }
}
