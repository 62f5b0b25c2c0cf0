package dev.fovea.conform.training;

import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which of our documented rules a recorded value breaks. Found from the value alone, not from our refusal, so that a reader that
 * refuses too much shows as a difference.
 */
final class WireStrictness {

    static final String TENSORS = "tensors on the wire are refused";
    static final String NUMBERS =
            "numbers outside 0 to 2^31-1 where a token, position, length or type is due are refused";
    static final String STEPS = "steps beyond signed 64 bits are refused";
    static final String HASHES = "image hashes other than 32 lower-case hexadecimal digits are refused";
    static final String DESCRIPTORS =
            "descriptors that lack kind, family, payload or file, or hold more than JSON, are refused";
    static final String PLACES = "references that name two places for one image are refused";
    static final String SPANS = "image spans that are empty, negative or beyond the row are refused";
    static final String EXPERTS = "routed experts whose bytes are not their shape are refused";
    static final String LENGTHS = "rows whose per-token lists differ in length are refused";
    static final String EMPTY_IMAGES = "an empty list of images is read as none";

    private static final Pattern HASH = Pattern.compile("[a-f0-9]{32}");
    private static final Pattern FAMILY = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern FINGERPRINT = Pattern.compile("[a-f0-9]{16,64}");
    private static final Set<String> PROCESSED = Set.of("pixel_values", "image_embeds", "image_features", "__nd__");
    private static final Set<String> FLOATS = Set.of(
            "logprobs",
            "inference_logprobs",
            "temperatures",
            "advantages",
            "ref_logprobs",
            "rl_weights",
            "ce_weights",
            "ref_kl_weights");

    private static final int MAX_DEPTH = 32;
    private static final Map<String, Integer> WIDTHS =
            Map.of("uint8", 1, "int8", 1, "uint16", 2, "int16", 2, "int32", 4);

    private WireStrictness() {}

    static Optional<String> reason(WireStruct<?> struct, @Nullable Object value) {
        if ("$omitted".equals(value)) {
            return Optional.of(DESCRIPTORS); // the corpus leaves out only what is nested for its own sake
        }
        return Optional.ofNullable(
                switch (struct.name()) {
                    case "TrainingBatch" -> batch(map(value));
                    case "TrainingSample" -> sample(map(value));
                    case "list[MicroBatch]" -> first(list(value), WireStrictness::row);
                    case "MMRefs" -> refs(value, Long.MAX_VALUE);
                    case "MMImageRef" -> ref(map(value), Long.MAX_VALUE);
                    default -> experts(value);
                });
    }

    /** What is read, but comes back in another form. */
    static Optional<String> normalised(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map when map.size() == 1 && List.of().equals(map.get("images")) -> Optional.of(EMPTY_IMAGES);
            case Map<?, ?> map -> normalised(map.values());
            case List<?> list -> normalised((Collection<?>) list);
            case null, default -> Optional.empty();
        };
    }

    /** Whether a float list was given whole numbers, which the reference writes as integers and reads as floats. */
    static boolean hasIntegersAmongFloats(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .anyMatch(member -> (FLOATS.contains(String.valueOf(member.getKey()))
                                        && list(member.getValue()).stream().anyMatch(Integer.class::isInstance))
                                || hasIntegersAmongFloats(member.getValue()));
            case List<?> list -> list.stream().anyMatch(WireStrictness::hasIntegersAmongFloats);
            case null, default -> false;
        };
    }

    private static Optional<String> normalised(Collection<?> values) {
        return values.stream()
                .map(WireStrictness::normalised)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static @Nullable String batch(Map<?, ?> batch) {
        String samples = first(list(batch.get("examples")), WireStrictness::sample);
        return samples != null ? samples : steps(batch.get("step"), batch.get("run_idx"));
    }

    private static @Nullable String steps(@Nullable Object... numbers) {
        for (Object number : numbers) {
            if (number instanceof BigInteger) {
                return STEPS;
            }
        }
        return null;
    }

    private static @Nullable String sample(@Nullable Object value) {
        Map<?, ?> sample = map(value);
        if (sample.get("mm_kwargs") != null) {
            return TENSORS;
        }
        if (!areIndices(sample.get("token_ids")) || !areIndices(sample.get("mm_token_type_ids"))) {
            return NUMBERS;
        }
        String refs = refs(sample.get("mm_refs"), Long.MAX_VALUE);
        return refs != null ? refs : experts(sample.get("routed_experts"));
    }

    private static @Nullable String row(@Nullable Object value) {
        Map<?, ?> row = map(value);
        if (row.get("mm_kwargs") != null) {
            return TENSORS;
        }
        for (String numbers : List.of(
                "input_ids", "position_ids", "sequence_lengths", "seq_lens", "lora_num_tokens", "mm_token_type_ids")) {
            if (!areIndices(row.get(numbers))) {
                return NUMBERS;
            }
        }
        int tokens = list(row.get("input_ids")).size();
        String refs = refs(row.get("mm_refs"), tokens);
        String experts = experts(row.get("routed_experts"));
        if (refs != null || experts != null) {
            return refs != null ? refs : experts;
        }
        return isEven(row, tokens) ? steps(row.get("run_step")) : LENGTHS;
    }

    private static boolean isEven(Map<?, ?> row, int tokens) {
        boolean even =
                row.get("sequence_lengths") == null || Recorded.same(row.get("sequence_lengths"), row.get("seq_lens"));
        for (String stream : List.of(
                "loss_mask",
                "advantages",
                "inference_logprobs",
                "position_ids",
                "temperatures",
                "env_names",
                "ref_logprobs",
                "mm_token_type_ids",
                "rl_weights",
                "ce_weights",
                "ref_kl_weights")) {
            even &= row.get(stream) == null || list(row.get(stream)).size() == tokens;
        }
        long sum = list(row.get("sequence_lengths")).stream()
                .mapToLong(length -> ((Number) length).longValue())
                .sum();
        boolean routed = !(row.get("routed_experts") instanceof Map<?, ?> experts)
                || ((Number) list(experts.get("shape")).getFirst()).longValue() == tokens;
        return even && routed && sum == tokens;
    }

    private static @Nullable String refs(@Nullable Object value, long tokens) {
        return value instanceof Map<?, ?> refs ? first(list(refs.get("images")), ref -> ref(map(ref), tokens)) : null;
    }

    private static @Nullable String ref(Map<?, ?> ref, long tokens) {
        if (!isDescriptor(ref.get("item"))) {
            return DESCRIPTORS;
        }
        if (!HASH.matcher(String.valueOf(ref.get("hash"))).matches()) {
            return HASHES;
        }
        if (!String.valueOf(ref.get("uri")).equals(map(ref.get("item")).get("raw_image_uri"))) {
            return PLACES;
        }
        boolean spans = ref.get("offset") instanceof Integer offset
                && ref.get("length") instanceof Integer length
                && offset >= 0
                && length > 0
                && (long) offset + length <= Math.min(tokens, Integer.MAX_VALUE);
        return spans ? null : SPANS;
    }

    static boolean isDescriptor(@Nullable Object value) {
        Map<?, ?> item = map(value);
        return "prime_raw_mm_item".equals(item.get("kind"))
                && (item.get("modality") == null || "image".equals(item.get("modality")))
                && item.get("family") instanceof String family
                && FAMILY.matcher(family).matches()
                && item.get("payload") instanceof Map<?, ?>
                && item.get("raw_image_uri") instanceof String uri
                && !uri.isEmpty()
                && (item.get("vllm_modality") == null || item.get("vllm_modality") instanceof String)
                && (item.get("layout_fingerprint") == null
                        || (item.get("layout_fingerprint") instanceof String print
                                && FINGERPRINT.matcher(print).matches()))
                && isJson(item, 0);
    }

    /** JSON values only, no pixels, not deeper than anyone needs. */
    private static boolean isJson(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        return switch (value) {
            case byte[] bytes -> false;
            case BigInteger number -> false;
            case Double number -> Double.isFinite(number);
            case List<?> list -> list.stream().allMatch(item -> isJson(item, depth + 1));
            case Map<?, ?> map ->
                map.keySet().stream()
                                .allMatch(key -> !PROCESSED.contains(String.valueOf(key))
                                        && !String.valueOf(key).startsWith("$"))
                        && map.values().stream().allMatch(item -> isJson(item, depth + 1));
            case null, default -> true;
        };
    }

    private static @Nullable String experts(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> experts)) {
            return null;
        }
        Integer width = WIDTHS.get(String.valueOf(experts.get("dtype")));
        List<?> shape = list(experts.get("shape"));
        if (width == null || shape.size() != 3 || !areIndices(shape) || !(experts.get("data") instanceof byte[] data)) {
            return EXPERTS;
        }
        BigInteger wanted = BigInteger.valueOf(width);
        for (Object axis : shape) {
            wanted = wanted.multiply(BigInteger.valueOf(((Number) axis).longValue()));
        }
        boolean layered = ((Number) shape.get(1)).longValue() > 0 && ((Number) shape.get(2)).longValue() > 0;
        return layered && wanted.equals(BigInteger.valueOf(data.length)) ? null : EXPERTS;
    }

    private static boolean areIndices(@Nullable Object value) {
        return value == null || list(value).stream().allMatch(WireStrictness::isIndex);
    }

    private static boolean isIndex(@Nullable Object value) {
        return value instanceof Integer number && number >= 0;
    }

    private interface Rule {
        @Nullable String reason(@Nullable Object value);
    }

    private static @Nullable String first(List<?> values, Rule rule) {
        for (Object value : values) {
            String reason = rule.reason(value);
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
