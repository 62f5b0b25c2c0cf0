package dev.fovea.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the chat benchmark measured.
 *
 * @param seconds for one item, by case and side, for example {@code fresh_ours_s}
 * @param ratios the figures that are held: how many times the reference's time is ours, and what a long prompt costs over a short
 * @param missing why there is no reference, or empty
 */
public record ChatFigures(Map<String, Double> seconds, Map<String, Double> ratios, Optional<String> missing) {

    public ChatFigures {
        seconds = Map.copyOf(seconds);
        ratios = Map.copyOf(ratios);
    }

    /** Figures in the making. */
    static final class Builder {

        private final Map<String, Double> seconds = new LinkedHashMap<>();
        private final Map<String, Double> ratios = new LinkedHashMap<>();
        private final Map<String, String> digests = new LinkedHashMap<>();
        private @Nullable String missing;

        void ours(String name, double each) {
            seconds.put(name + "_ours_s", each);
        }

        void tokens(String name, int tokens) {
            seconds.put(name + "_tokens", (double) tokens);
        }

        void digest(String name, String digest) {
            digests.put(name, digest);
        }

        void missing(String why) {
            missing = why;
        }

        /** The reference's times, or why there are none. Ids that differ are no comparison. */
        void reference(ChatReference.Outcome outcome) {
            switch (outcome) {
                case ChatReference.Missing none -> missing = none.why();
                case ChatReference.Measured measured -> compare(measured.figures());
            }
        }

        private void compare(JsonNode reference) {
            for (Map.Entry<String, String> digest : digests.entrySet()) {
                String theirs = reference.path(digest.getKey() + "_digest").asString("");
                if (!theirs.equals(digest.getValue())) {
                    missing = "the reference renders other ids in the case " + digest.getKey();
                    return;
                }
                seconds.put(
                        digest.getKey() + "_reference_s",
                        reference.path(digest.getKey()).asDouble());
            }
            ratios.put("render_fresh_over_reference", over("fresh"));
            ratios.put("render_repeated_over_reference", over("repeated"));
            ratios.put("bridge_over_reference_100k", over("bridge_100k"));
        }

        private double over(String name) {
            return seconds.getOrDefault(name + "_reference_s", 0.0) / seconds.getOrDefault(name + "_ours_s", 1.0);
        }

        ChatFigures build() {
            ratios.put(
                    "bridge_100k_over_1k",
                    seconds.getOrDefault("bridge_100k_ours_s", 0.0) / seconds.getOrDefault("bridge_1k_ours_s", 1.0));
            return new ChatFigures(seconds, ratios, Optional.ofNullable(missing));
        }
    }
}
