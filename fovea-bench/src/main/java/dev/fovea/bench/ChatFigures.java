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

    private static final Map<String, String> CASES = new LinkedHashMap<>();

    static {
        CASES.put("fresh", "render, all text new");
        CASES.put("repeated", "render, instructions and tools repeat");
        CASES.put("bridge_1k", "next turn after 1,000 tokens");
        CASES.put("bridge_100k", "next turn after 100,000 tokens");
    }

    /** The figures for people: CPU milliseconds for one conversation or turn, and how many times faster ours is. */
    public String table() {
        StringBuilder table = new StringBuilder(
                "CPU milliseconds each                        Fovea   reference   times faster%n".formatted());
        CASES.forEach((name, words) -> {
            double ours = seconds.getOrDefault(name + "_ours_s", Double.NaN);
            double theirs = seconds.getOrDefault(name + "_reference_s", Double.NaN);
            table.append("%-40s %9.3f   %9s   %12s%n"
                    .formatted(
                            words,
                            1e3 * ours,
                            Double.isNaN(theirs) ? "-" : "%.3f".formatted(1e3 * theirs),
                            Double.isNaN(theirs) ? "-" : "%.1f".formatted(theirs / ours)));
        });
        table.append("A turn after 100,000 tokens costs %.2f times one after 1,000.%n"
                .formatted(ratios.getOrDefault("bridge_100k_over_1k", Double.NaN)));
        missing.ifPresent(
                why -> table.append("missing: the reference (").append(why).append(")\n"));
        return table.toString();
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

        /** Finer than the process's time, for what is compared with our own work only. */
        void thread(String name, double each) {
            seconds.put(name + "_thread_s", each);
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
                    seconds.getOrDefault("bridge_100k_thread_s", 0.0)
                            / seconds.getOrDefault("bridge_1k_thread_s", 1.0));
            return new ChatFigures(seconds, ratios, Optional.ofNullable(missing));
        }
    }
}
