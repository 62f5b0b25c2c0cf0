package dev.fovea.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the training benchmark measured.
 *
 * @param values by name: {@code samples_over_reference} and {@code packing_over_reference} say how many times more tokens a second
 *     ours has; {@code packing_and_encoding_over_reference} counts the bytes as well, because rows of ours share their samples'
 *     arrays until they are written
 * @param table the same for people
 * @param missing why there is no reference, or empty
 */
public record TrainingFigures(Map<String, Double> values, String table, Optional<String> missing) {

    public TrainingFigures {
        values = Map.copyOf(values);
    }

    /** Figures in the making. */
    static final class Builder {

        private static final double MILLION = 1e6;

        private final Map<String, Double> values = new LinkedHashMap<>();
        private final StringBuilder table = new StringBuilder();
        private final long tokens;
        private long referenceTokens;
        private String versions = "";
        private @Nullable String missing;

        Builder(long tokens) {
            this.tokens = tokens;
            this.referenceTokens = tokens;
        }

        void missing(String why) {
            missing = why;
        }

        void reference(String versionsOfIt, long tokensOfIt) {
            versions = versionsOfIt;
            referenceTokens = tokensOfIt;
        }

        void seconds(Map<TrainingStep, Double> ours, Map<TrainingStep, Double> theirs) {
            table.append("%-34s %10s %10s %14s%n"
                    .formatted("million tokens a CPU second", "Fovea", "reference", "times faster"));
            for (TrainingStep step : TrainingStep.values()) {
                line(step.words(), step.id(), ours.getOrDefault(step, 0.0), theirs.getOrDefault(step, 0.0));
            }
            line(
                    "samples to bytes",
                    "pack_encode",
                    ours.getOrDefault(TrainingStep.PACK, 0.0) + ours.getOrDefault(TrainingStep.ENCODE, 0.0),
                    theirs.getOrDefault(TrainingStep.PACK, 0.0) + theirs.getOrDefault(TrainingStep.ENCODE, 0.0));
            if (!versions.isEmpty()) {
                table.append("reference: %s; %,d tokens, ours %,d%n".formatted(versions, referenceTokens, tokens));
            }
        }

        private void line(String words, String id, double ours, double theirs) {
            double own = tokens / ours / MILLION;
            double other = referenceTokens / theirs / MILLION;
            values.put(id + "_mtokens_s", own);
            boolean compared = !Double.isNaN(other);
            if (compared) {
                values.put(id + "_reference_mtokens_s", other);
                values.put(key(id), own / other);
            }
            table.append("%-34s %10.1f %10s %14s%n"
                    .formatted(
                            words,
                            own,
                            compared ? "%.1f".formatted(other) : "-",
                            compared ? "%.1f".formatted(own / other) : "-"));
        }

        private static String key(String id) {
            return switch (id) {
                case "pack" -> "packing_over_reference";
                case "encode" -> "encoding_over_reference";
                case "pack_encode" -> "packing_and_encoding_over_reference";
                default -> id + "_over_reference";
            };
        }

        void growth(int samples, double seconds) {
            values.put("plan_" + samples + "_s", seconds);
            table.append("planning %,9d samples: %8.1f ms, %5.0f ns each%n"
                    .formatted(samples, seconds * 1e3, seconds * 1e9 / samples));
        }

        TrainingFigures build() {
            if (missing != null) {
                table.append("missing: the reference (").append(missing).append(")\n");
            }
            return new TrainingFigures(values, table.toString(), Optional.ofNullable(missing));
        }
    }
}
