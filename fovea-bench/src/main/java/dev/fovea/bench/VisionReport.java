package dev.fovea.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a run beside the rivals found, as a table and as JSON. */
public final class VisionReport {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String HEADING = "fastest milliseconds, one thread";
    private static final String OURS = "fovea";
    private static final String TRANSFORMERS = "transformers";

    private final List<Path> files;
    private final Map<String, Map<Path, Times>> times;
    private final Map<String, String> versions;
    private final Map<String, String> missing;
    private final Map<String, Double> scaling;

    VisionReport(
            List<Path> files,
            Map<String, Map<Path, Times>> times,
            Map<String, String> versions,
            Map<String, String> missing,
            Map<String, Double> scaling) {
        this.files = files;
        this.times = times;
        this.versions = versions;
        this.missing = missing;
        this.scaling = scaling;
    }

    /** One line a step and picture: milliseconds of all contenders, and our multiples. */
    public String table() {
        StringBuilder table = new StringBuilder();
        versions.forEach((name, version) ->
                table.append(name).append(": ").append(version).append('\n'));
        missing.forEach((name, reason) ->
                table.append(name).append(": MISSING, ").append(reason).append('\n'));
        table.append(
                ("%n" + row()).formatted(HEADING, OURS, TRANSFORMERS, "llm-multimodal", "x faster rival", "x memcpy"));
        for (Path file : files) {
            for (Step step : Step.values()) {
                table.append(line(file, step));
            }
        }
        table.append("%nthroughput over threads:".formatted());
        scaling.forEach(
                (threads, multiple) -> table.append(String.format(Locale.ROOT, "  %s: %.2fx", threads, multiple)));
        return table.append('\n').toString();
    }

    /** A line's format, wide enough for the longest name. */
    private String row() {
        int name = files.stream()
                .mapToInt(file -> file.getFileName().toString().length())
                .max()
                .orElse(0);
        int longestStep = Step.PROCESSING_BFLOAT16.id().length();
        return "%-" + Math.max(HEADING.length(), name + 1 + longestStep) + "s%12s%14s%16s%16s%10s%n";
    }

    private String line(Path file, Step step) {
        return String.format(
                Locale.ROOT,
                row(),
                file.getFileName() + " " + step.id(),
                shown(milliseconds(OURS, file, step), "%.4f"),
                shown(milliseconds(TRANSFORMERS, file, step), "%.2f"),
                shown(milliseconds("llm-multimodal", file, step), "%.2f"),
                shown(multiple(file, step), "%.2f"),
                shown(copies(file, step), "%.1f"));
    }

    /** Multiples under the names that the thresholds have, and everything that they were made of. */
    public String json() {
        Map<String, Object> report = new LinkedHashMap<>();
        for (Path file : files) {
            String kind = kind(file);
            put(report, kind + "_float32", multiple(file, Step.WHOLE_FLOAT32));
            put(report, kind + "_uint8", multiple(file, Step.WHOLE_UINT8));
        }
        put(report, "processing_float32", least(Step.PROCESSING_FLOAT32));
        put(report, "processing_uint8", least(Step.PROCESSING_UINT8));
        put(report, "layout", least(Step.LAYOUT));
        report.put("versions", versions);
        report.put("missing", missing);
        report.put("scaling", scaling);
        report.put("milliseconds", milliseconds());
        report.put("processors", Runtime.getRuntime().availableProcessors());
        return JSON.writeValueAsString(report) + "\n";
    }

    private Map<String, Object> milliseconds() {
        Map<String, Object> all = new LinkedHashMap<>();
        times.forEach((name, pictures) -> {
            Map<String, Object> byFile = new LinkedHashMap<>();
            for (Path file : files) {
                Map<String, Object> bySteps = new LinkedHashMap<>();
                for (Step step : Step.values()) {
                    milliseconds(name, file, step).ifPresent(value -> bySteps.put(step.id(), value));
                }
                byFile.put(file.getFileName().toString(), bySteps);
            }
            all.put(name, byFile);
        });
        return all;
    }

    private static void put(Map<String, Object> report, String key, OptionalDouble value) {
        report.put(key, value.isPresent() ? Math.round(100 * value.getAsDouble()) / 100.0 : null);
    }

    /** The picture on which we do worst. */
    private OptionalDouble least(Step step) {
        return files.stream()
                .map(file -> multiple(file, step))
                .flatMapToDouble(OptionalDouble::stream)
                .min();
    }

    /** How many times faster we are than the faster rival; in layouts, than the one that must decode and process to know. */
    private OptionalDouble multiple(Path file, Step step) {
        OptionalDouble ours = milliseconds(OURS, file, step);
        OptionalDouble theirs =
                step == Step.LAYOUT ? milliseconds(TRANSFORMERS, file, Step.WHOLE_UINT8) : fastestRival(file, step);
        return ratio(theirs, ours);
    }

    private OptionalDouble fastestRival(Path file, Step step) {
        List<Double> rivals = new ArrayList<>();
        for (String name : times.keySet()) {
            if (!name.equals(OURS)) {
                milliseconds(name, file, step).ifPresent(rivals::add);
            }
        }
        Optional<Double> fastest = rivals.stream().min(Comparator.naturalOrder());
        return fastest.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    private OptionalDouble copies(Path file, Step step) {
        return switch (step) {
            case DECODE -> ratio(milliseconds(OURS, file, step), milliseconds(OURS, file, Step.MEMCPY_RGB));
            case PROCESSING_UINT8, WHOLE_UINT8 ->
                ratio(milliseconds(OURS, file, step), milliseconds(OURS, file, Step.MEMCPY_UINT8));
            case PROCESSING_FLOAT32, WHOLE_FLOAT32 ->
                ratio(milliseconds(OURS, file, step), milliseconds(OURS, file, Step.MEMCPY_FLOAT32));
            case PROCESSING_BFLOAT16, LAYOUT, MEMCPY_RGB, MEMCPY_UINT8, MEMCPY_FLOAT32 -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble ratio(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent()
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
                : OptionalDouble.empty();
    }

    private OptionalDouble milliseconds(String name, Path file, Step step) {
        Times measured = times.getOrDefault(name, Map.of()).get(file);
        return measured == null ? OptionalDouble.empty() : measured.get(step);
    }

    private static String kind(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".png") ? "png" : "jpeg";
    }

    private static String shown(OptionalDouble value, String format) {
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "-";
    }
}
