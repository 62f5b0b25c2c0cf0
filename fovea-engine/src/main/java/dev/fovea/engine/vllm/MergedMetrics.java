package dev.fovea.engine.vllm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics of several servers in one text of the Prometheus form. Lines of one metric must stand together there, and two servers' must
 * differ in a label. One thread.
 */
final class MergedMetrics {

    private static final String LABEL = "replica";

    /** Lines of a metric: what describes it once, and samples by server. */
    private record Family(List<String> description, List<String> samples) {}

    private final Map<String, Family> families = new LinkedHashMap<>();
    private final StringBuilder asTheyCame = new StringBuilder();

    /** Adds what one server answered. */
    void add(String server, String text) {
        asTheyCame.append(text.stripTrailing()).append('\n');
        Family family = new Family(List.of(), new ArrayList<>());
        String name = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("#")) {
                String described = described(line);
                if (!described.equals(name)) {
                    name = described;
                    family = family(described);
                }
                if (!family.description().contains(line)) {
                    family.description().add(line);
                }
            } else if (!line.isBlank()) {
                if (name.isEmpty() || !line.startsWith(name)) {
                    name = nameOf(line);
                    family = family(name);
                }
                family.samples().add(labelled(line, server));
            }
        }
    }

    private Family family(String name) {
        return families.computeIfAbsent(name, first -> new Family(new ArrayList<>(), new ArrayList<>()));
    }

    /** {@code # HELP name text} and {@code # TYPE name kind}. */
    private static String described(String line) {
        String[] words = line.split(" ", 4);
        return words.length < 3 ? "" : words[2];
    }

    private static String nameOf(String sample) {
        return sample.split("[{ ]", 2)[0];
    }

    private static String labelled(String sample, String server) {
        String label = LABEL + "=\"" + server.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        String name = nameOf(sample);
        String rest = sample.substring(name.length());
        return rest.startsWith("{") ? name + "{" + label + "," + rest.substring(1) : name + "{" + label + "}" + rest;
    }

    /** Every sample with the name of its server. */
    String labelled() {
        StringBuilder text = new StringBuilder();
        for (Family family : families.values()) {
            family.description().forEach(line -> text.append(line).append('\n'));
            family.samples().forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /** What came, for a single server. */
    String unlabelled() {
        return asTheyCame.toString();
    }
}
