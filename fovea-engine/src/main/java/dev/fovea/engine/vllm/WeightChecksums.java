package dev.fovea.engine.vllm;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares a server's checksums with a checkpoint's. A server keeps tensors in layouts of its own and calls them by names of its own, so
 * not all can be compared: what is must be, from then on, at every load. One server; not thread safe.
 */
final class WeightChecksums {

    /** SHA-256 of nothing: vLLM's build for the CPU packs linear weights elsewhere and leaves an empty tensor behind (measured). */
    private static final String NOT_TOLD = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** Weights of normalisations are neither fused nor split nor packed in any family that was looked at. */
    private static final Pattern NORMALISATION = Pattern.compile(".*norm\\w*\\.weight");

    private Set<String> comparable = Set.of();

    /**
     * What a comparison found.
     *
     * @param equal tensors that are those of the checkpoint
     * @param told tensors of which the server tells a checksum
     * @param all tensors of the server
     * @param different a tensor that must be equal and is not
     */
    record Result(int equal, int told, int all, Optional<String> different) {

        @Override
        public String toString() {
            return equal + " of " + all + " tensors have the checkpoint's checksum"
                    + (told < all ? ", of " + (all - told) + " the server tells none" : "");
        }
    }

    /** What was comparable belongs to a server that is gone. */
    void forget() {
        comparable = Set.of();
    }

    /** Compares, in every type that the server may compute in until one fits. */
    Result compare(Map<String, String> server, CheckpointDigests checkpoint) throws IOException {
        Map<String, String> told = new TreeMap<>(server);
        told.values().removeIf(NOT_TOLD::equals);
        Set<String> norms = told.keySet().stream()
                .filter(name -> NORMALISATION.matcher(name).matches())
                .collect(Collectors.toUnmodifiableSet());
        Set<String> equal = new HashSet<>();
        for (FloatType type : FloatType.values()) {
            Set<String> digests = checkpoint.in(type);
            told.forEach((name, digest) -> {
                if (digests.contains(digest)) {
                    equal.add(name);
                }
            });
            if (equal.containsAll(norms) && equal.containsAll(comparable) && !equal.isEmpty()) {
                break;
            }
        }
        return result(told, server.size(), norms, equal);
    }

    private Result result(Map<String, String> told, int all, Set<String> norms, Set<String> equal) {
        Set<String> must = new HashSet<>(comparable);
        if (norms.stream().anyMatch(equal::contains)) {
            must.addAll(norms);
        }
        Optional<String> different =
                must.stream().filter(name -> !equal.contains(name)).sorted().findFirst();
        if (different.isEmpty()) {
            comparable = Set.copyOf(equal);
        }
        return new Result(equal.size(), told.size(), all, different);
    }
}
