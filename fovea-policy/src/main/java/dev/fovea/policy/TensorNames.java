package dev.fovea.policy;

import java.util.Map;
import java.util.TreeMap;

/**
 * The names of one model's tensors in the layouts that are in use: transformers' own ({@code model.language_model.},
 * {@code model.visual.}, {@code lm_head.}), the same without the outer {@code model.} (a base model saved alone), and the one of
 * serving engines ({@code language_model.model.}, {@code visual.}, {@code language_model.lm_head.}).
 */
final class TensorNames {

    /** The longest prefix that fits decides. */
    private static final Map<String, String> PREFIXES = new TreeMap<>(Map.of(
            "language_model.", "model.language_model.",
            "language_model.model.", "model.language_model.",
            "language_model.lm_head.", "lm_head.",
            "visual.", "model.visual."));

    private TensorNames() {}

    /** The name that transformers gives the tensor; a name of no known layout stays as it is. */
    static String canonical(String name) {
        String longest = "";
        for (String prefix : PREFIXES.keySet()) {
            if (name.startsWith(prefix) && prefix.length() > longest.length()) {
                longest = prefix;
            }
        }
        return PREFIXES.getOrDefault(longest, "") + name.substring(longest.length());
    }
}
