package dev.fovea.cli.training;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.trace.TokensDigest;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Rows for programs: runs of the mask are {@code [value, tokens]}. */
final class BatchJson {

    private BatchJson() {}

    static ObjectNode of(int index, MicroBatch row) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("row", index)
                .put("tokens", row.size())
                .put("trained_tokens", row.lossMask().count());
        json.put("run_id", row.runId()).put("run_step", row.runStep());
        row.sequenceLengths().forEach(json.putArray("sequence_lengths")::add);
        if (row.loraTokens() != null) {
            row.loraTokens().forEach(json.putArray("lora_num_tokens")::add);
        }
        ArrayNode mask = json.putArray("loss_mask");
        row.lossMask()
                .forEachRun((trained, tokens) ->
                        mask.addArray().add(trained ? 1 : 0).add(tokens));
        ArrayNode names = json.putArray("env_names");
        row.envNames().forEachRun((name, tokens) -> names.addArray().add(name).add(tokens));
        ArrayNode images = json.putArray("images");
        row.images()
                .forEach(image -> images.addObject()
                        .put("offset", image.placeholder().offset())
                        .put("length", image.placeholder().length())
                        .put("family", image.item().family())
                        .put("hash", image.hash().hex())
                        .put("uri", image.item().rawImageUri()));
        json.put(
                "input_ids_sha256",
                TokensDigest.of(row.inputIds().ids(), TokenIds.empty()).hex());
        json.put("row_sha256", ImageHash.of(WireCodec.MICRO_BATCH.encode(row)).hex());
        return json;
    }
}
