package dev.fovea.conform.training;

import static dev.fovea.conform.training.CorpusValues.absent;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Samples as packing rows write them down, short or in full. */
final class CorpusSamples {

    private CorpusSamples() {}

    static List<TrainingSample> all(JsonNode list) {
        return list.valueStream().map(CorpusSamples::sample).toList();
    }

    /**
     * A sample.
     *
     * @throws RequestException where the contract refuses what it holds, as its reader would
     */
    static TrainingSample sample(JsonNode row) {
        if (!absent(row.path("mm_kwargs"))) {
            throw new RequestException(
                    ErrorCode.INVALID_WIRE_DATA, "a sample carries mm_kwargs", "send references, never pixels");
        }
        ExpandedIds ids = new ExpandedIds(CorpusValues.ids(row.path("token_ids")));
        return new TrainingSample(
                ids,
                CorpusValues.mask(row.path("mask")),
                CorpusValues.values(row.path("logprobs")),
                temperatures(row.path("temperatures"), ids.size()),
                row.path("env_name").asString(),
                CorpusValues.valuesOrNull(row.path("ref_logprobs")),
                images(row.path("mm_refs")),
                experts(row.path("routed_experts")),
                CorpusValues.idsOrNull(row.path("mm_token_type_ids")),
                new LossStreams(
                        CorpusValues.valuesOrNull(row.path("rl_weights")),
                        CorpusValues.valuesOrNull(row.path("ce_weights")),
                        CorpusValues.valuesOrNull(row.path("ref_kl_weights"))),
                CorpusValues.valuesOrNull(row.path("advantages")));
    }

    /** One number stands for every token. */
    private static TokenValues temperatures(JsonNode value, int tokens) {
        return value.isNumber() ? TokenValues.filled(tokens, value.asDouble()) : CorpusValues.values(value);
    }

    static List<ImageRef> images(JsonNode refs) {
        JsonNode list = refs.isObject() ? refs.path("images") : refs;
        List<ImageRef> images = new ArrayList<>();
        list.forEach(ref -> images.add(new ImageRef(
                RawImageDescriptor.of(
                        (Map<?, ?>) java.util.Objects.requireNonNull(CorpusValues.plain(ref.path("item")))),
                new MmHash(ref.path("hash").asString()),
                new PlaceholderRange(
                        ref.path("offset").intValue(), ref.path("length").intValue()))));
        return images;
    }

    static @Nullable RoutedExperts experts(JsonNode value) {
        if (absent(value)) {
            return null;
        }
        List<Integer> shape = CorpusValues.integers(value.path("shape"));
        return RoutedExperts.of(
                CorpusValues.bytes(value.path("data")),
                shape.get(0),
                shape.get(1),
                shape.get(2),
                value.path("dtype").asString());
    }
}
