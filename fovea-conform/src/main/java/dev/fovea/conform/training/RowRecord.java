package dev.fovea.conform.training;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.wire.WireCodec;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Our row beside a recorded one: first what a reader understands, the checksum of every byte last. */
final class RowRecord {

    private RowRecord() {}

    /** The first difference; empty where the bytes are equal. */
    static Optional<String> difference(JsonNode recorded, MicroBatch ours, List<List<Integer>> segments) {
        return differs("segments", text(recorded.path("segments")), text(segments))
                .or(() -> differs("seq_lens", text(recorded.path("seq_lens")), text(ours.sequenceLengths())))
                .or(() -> differs(
                        "lora_num_tokens",
                        text(recorded.path("lora_num_tokens")),
                        String.valueOf(ours.loraTokens()).replace(" ", "")))
                .or(() -> differs("images", images(recorded.path("mm_refs")), images(ours.images())))
                .or(() -> differs(
                        "mm_token_type_ids",
                        recorded.path("mm_token_type_ids").isNull()
                                ? "null"
                                : recorded.path("mm_token_type_ids").asString(),
                        digits(ours)))
                .or(() -> differs(
                        "loss_mask",
                        recorded.path("loss_mask").asString(),
                        ours.lossMask().toString()))
                .or(() -> differs(
                        "input_ids",
                        recorded.path("input_ids_sha256").asString(),
                        CorpusValues.sha256(ours.inputIds().ids())))
                .or(() -> differs(
                        "position_ids",
                        recorded.path("position_ids_sha256").asString(),
                        CorpusValues.sha256(ours.positionIds())))
                .or(() -> differs(
                        "bytes",
                        recorded.path("msgpack_sha256").asString(),
                        CorpusValues.sha256(WireCodec.MICRO_BATCH.encode(ours))));
    }

    private static String digits(MicroBatch ours) {
        if (ours.tokenTypes() == null) {
            return "null";
        }
        StringBuilder digits = new StringBuilder();
        ours.tokenTypes().stream().forEach(digits::append);
        return digits.toString();
    }

    private static String images(JsonNode refs) {
        return refs.isNull() ? "[]" : text(refs).replace("\"", "");
    }

    private static String images(List<ImageRef> images) {
        return text(images.stream()
                .map(image -> List.of(
                        image.placeholder().offset(),
                        image.placeholder().length(),
                        image.hash().hex().substring(0, 8)))
                .toList());
    }

    private static String text(Object value) {
        return value.toString().replace(" ", "");
    }

    private static Optional<String> differs(String what, String expected, String actual) {
        return expected.equals(actual)
                ? Optional.empty()
                : Optional.of(what + ": expected " + expected + ", got " + actual);
    }
}
