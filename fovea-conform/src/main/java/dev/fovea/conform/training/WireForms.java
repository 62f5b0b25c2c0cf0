package dev.fovea.conform.training;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records of the contract as the corpus writes them: an object in declaration order. */
final class WireForms {

    private WireForms() {}

    static Map<String, @Nullable Object> batch(TrainingBatch batch) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("examples", batch.samples().stream().map(WireForms::sample).toList());
        form.put("step", batch.step());
        form.put("run_idx", batch.runIndex());
        return form;
    }

    static Map<String, @Nullable Object> sample(TrainingSample sample) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("token_ids", ids(sample.ids().ids()));
        form.put("mask", mask(sample.mask()));
        form.put("logprobs", values(sample.logprobs()));
        form.put("temperatures", values(sample.temperatures()));
        form.put("env_name", sample.envName());
        form.put("ref_logprobs", values(sample.refLogprobs()));
        form.put("mm_kwargs", null);
        form.put("mm_refs", refs(sample.images()));
        form.put("routed_experts", experts(sample.routedExperts()));
        form.put("mm_token_type_ids", ids(sample.tokenTypes()));
        form.put("rl_weights", values(sample.streams().rl()));
        form.put("ce_weights", values(sample.streams().ce()));
        form.put("ref_kl_weights", values(sample.streams().refKl()));
        form.put("advantages", values(sample.advantages()));
        return form;
    }

    static List<Map<String, @Nullable Object>> microBatches(List<MicroBatch> rows) {
        return rows.stream().map(WireForms::microBatch).toList();
    }

    static Map<String, @Nullable Object> microBatch(MicroBatch row) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("input_ids", ids(row.inputIds().ids()));
        form.put("loss_mask", mask(row.lossMask()));
        form.put("advantages", values(row.advantages()));
        form.put("inference_logprobs", values(row.inferenceLogprobs()));
        form.put("position_ids", ids(row.positionIds()));
        form.put("sequence_lengths", row.sequenceLengths());
        form.put("temperatures", values(row.temperatures()));
        form.put("env_names", names(row.envNames()));
        form.put("seq_lens", row.sequenceLengths());
        form.put("ref_logprobs", values(row.refLogprobs()));
        form.put("lora_num_tokens", row.loraTokens());
        form.put("routed_experts", experts(row.routedExperts()));
        form.put("mm_kwargs", null);
        form.put("mm_refs", refs(row.images()));
        form.put("mm_token_type_ids", ids(row.tokenTypes()));
        form.put("rl_weights", values(row.streams().rl()));
        form.put("ce_weights", values(row.streams().ce()));
        form.put("ref_kl_weights", values(row.streams().refKl()));
        form.put("run_id", row.runId());
        form.put("run_step", row.runStep());
        return form;
    }

    static @Nullable Map<String, @Nullable Object> refs(List<ImageRef> images) {
        if (images.isEmpty()) {
            return null;
        }
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("images", images.stream().map(WireForms::ref).toList());
        return form;
    }

    static Map<String, @Nullable Object> ref(ImageRef image) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("item", image.item().members());
        form.put("hash", image.hash().hex());
        form.put("uri", image.item().rawImageUri());
        form.put("offset", image.placeholder().offset());
        form.put("length", image.placeholder().length());
        return form;
    }

    static @Nullable Map<String, @Nullable Object> experts(@Nullable RoutedExperts experts) {
        if (experts == null) {
            return null;
        }
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("data", experts.toBytes());
        form.put("shape", List.of(experts.tokens(), experts.layers(), experts.topk()));
        form.put("dtype", experts.dtype());
        return form;
    }

    private static @Nullable List<Integer> ids(@Nullable TokenIds ids) {
        return ids == null ? null : ids.stream().boxed().toList();
    }

    private static List<Boolean> mask(TokenMask mask) {
        List<Boolean> list = new ArrayList<>();
        mask.forEachRun((value, tokens) -> list.addAll(Collections.nCopies(tokens, value)));
        return list;
    }

    private static @Nullable List<Double> values(@Nullable TokenValues values) {
        if (values == null) {
            return null;
        }
        List<Double> list = new ArrayList<>();
        for (double value : values.toArray()) {
            list.add(value);
        }
        return list;
    }

    private static List<String> names(TokenNames names) {
        List<String> list = new ArrayList<>();
        names.forEachRun((name, tokens) -> list.addAll(Collections.nCopies(tokens, name)));
        return list;
    }
}
