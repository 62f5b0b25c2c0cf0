package dev.fovea.conform.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An excerpt of what prime-rl and verifiers recorded: rollouts, advantages, packs, several runs; and whether a wrong answer would be found. */
class TrainingConformTest {

    private static final Path EXCERPT = Path.of("src/test/resources/training");

    /** Where ours makes other samples or packs otherwise, on purpose. Nobody "mends" these. */
    private static final Map<String, Integer> DELIBERATE = Map.ofEntries(
            Map.entry(TraceDifferences.MASK, 1),
            Map.entry(TraceDifferences.LOGPROBS, 2),
            Map.entry(TraceDifferences.UNSAMPLED, 2),
            Map.entry(TraceDifferences.BLIND, 2),
            Map.entry(TraceDifferences.FAMILIES, 1),
            Map.entry(TraceDifferences.TYPES, 1),
            Map.entry(TraceDifferences.SAMPLED_PAD, 1),
            Map.entry(TraceDifferences.SIDECAR, 1),
            Map.entry(AdvantageCheck.EMPTY_GROUP, 1),
            Map.entry(PackDifferences.STOPS, 4),
            Map.entry(PackDifferences.FORMS, 1),
            Map.entry(PackDifferences.EMPTY_LIST, 1),
            Map.entry(PackDifferences.UNCOVERED, 4),
            Map.entry(PrepareCheck.EMPTY, 1),
            Map.entry(PrepareCheck.HIDDEN, 1));

    @TempDir
    private Path folder;

    @Test
    void everyRecordIsTheReferencesOrDiffersInOneNamedWay() throws IOException {
        copy("samples", "packing");

        ConformReport report = TrainingConform.check(folder, file -> {});

        StringWriter shown = new StringWriter();
        report.print(new PrintWriter(shown));
        assertThat(report.differing()).as(shown.toString()).isZero();
        assertThat(report.setApart()).containsExactlyInAnyOrderEntriesOf(DELIBERATE);
        assertThat(report.checked()).isEqualTo(567);
    }

    /** The rest of the excerpt is looked at by another test. */
    private void copy(String... parts) throws IOException {
        for (String part : parts) {
            Files.createDirectories(folder.resolve(part));
            try (Stream<Path> files = Files.list(EXCERPT.resolve(part))) {
                for (Path file : files.toList()) {
                    Files.copy(file, folder.resolve(part).resolve(file.getFileName()));
                }
            }
        }
    }

    @Test
    void aWrongByteIsFound() throws IOException {
        Files.createDirectories(folder.resolve("packing"));
        String row =
                Files.readAllLines(EXCERPT.resolve("packing/partition.jsonl")).getFirst();
        Files.writeString(folder.resolve("packing/partition.jsonl"), row.replace("\"linear\":1", "\"linear\":2"));

        assertThat(TrainingConform.check(folder, file -> {}).differing()).isEqualTo(1);
    }

    @Test
    void aFolderWithoutACorpusIsRefused() {
        assertThatThrownBy(() -> TrainingConform.check(folder, file -> {})).isInstanceOf(SetupException.class);
    }
}
