package dev.fovea.conform.training;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Where ours makes other samples on purpose, seen on the record alone. */
final class TraceDifferences {

    static final String MASK = "a mask of another length than its tokens is refused";
    static final String LOGPROBS =
            "too few or too many logprobs are refused; the reference makes up zeros or drops some";
    static final String UNSAMPLED =
            "marks on a message that nobody sampled are refused; the reference trains it in every branch";
    static final String BLIND = "image tokens without an image are refused; the reference trains a blind model";
    static final String FAMILIES =
            "images of two families in one branch are refused; the reference fails when it makes pixels";
    static final String TYPES = "without a map of types the spans say where images are; the reference says nowhere";
    static final String SAMPLED_PAD = "a pad that the policy sampled is text; the reference types it as an image";
    static final String SIDECAR = "a sidecar with hashes and no images is refused";

    private static final Set<String> REFUSALS = Set.of(MASK, LOGPROBS, UNSAMPLED, BLIND, FAMILIES, SIDECAR);

    private TraceDifferences() {}

    static boolean isRefusal(String reason) {
        return REFUSALS.contains(reason);
    }

    static Optional<String> reason(JsonNode row) {
        for (JsonNode node : row.path("disk").path("nodes")) {
            Optional<String> lists = lists(node);
            if (lists.isPresent()) {
                return lists;
            }
        }
        return images(row);
    }

    private static Optional<String> lists(JsonNode node) {
        long marked = CorpusValues.mask(node.path("mask")).count();
        if (node.path("mask").size() != node.path("token_ids").size()) {
            return Optional.of(MASK);
        }
        if (!node.path("sampled").booleanValue()) {
            return marked > 0 ? Optional.of(UNSAMPLED) : Optional.empty();
        }
        return node.path("logprobs").size() == marked ? Optional.empty() : Optional.of(LOGPROBS);
    }

    private static Optional<String> images(JsonNode row) {
        List<JsonNode> sidecars = StreamSupport.stream(row.path("sidecars").spliterator(), false)
                .map(sidecar -> sidecar.path("multi_modal_data"))
                .toList();
        if (sidecars.stream()
                .anyMatch(data -> data.path("mm_items").path("image").size()
                        != data.path("mm_hashes").path("image").size())) {
            return Optional.of(SIDECAR);
        }
        Set<String> families = new TreeSet<>();
        sidecars.forEach(data -> data.path("mm_items")
                .path("image")
                .forEach(item -> families.add(item.path("family").asString(""))));
        if (families.size() > 1) {
            return Optional.of(FAMILIES);
        }
        if (row.path("type_map").isEmpty() && !families.isEmpty()) {
            return Optional.of(TYPES);
        }
        return pads(row);
    }

    private static Optional<String> pads(JsonNode row) {
        int pads = 0;
        int sampled = 0;
        int covered = 0;
        int index = 0;
        for (JsonNode node : row.path("disk").path("nodes")) {
            for (JsonNode id : node.path("token_ids")) {
                boolean pad = row.path("type_map").path(id.asString()).intValue(0) == 1;
                pads += pad ? 1 : 0;
                sampled += pad && node.path("sampled").booleanValue() ? 1 : 0;
            }
            for (JsonNode range : row.path("sidecars")
                    .path(String.valueOf(index++))
                    .path("multi_modal_data")
                    .path("mm_placeholders")
                    .path("image")) {
                covered += range.path("length").intValue();
            }
        }
        if (sampled > 0) {
            return Optional.of(SAMPLED_PAD);
        }
        return pads > covered ? Optional.of(BLIND) : Optional.empty();
    }
}
