package dev.fovea.conform.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An excerpt of what the field's own packages recorded: structs, references, sidecars, image files. */
class ContractRecordsTest {

    private static final Path EXCERPT = Path.of("src/test/resources/training");

    private static final int RECORDS = 1501;

    /** Where ours is stricter on purpose, and how many records of the excerpt show it. Nobody "mends" these. */
    private static final Map<String, Integer> DELIBERATE = Map.ofEntries(
            Map.entry("URIs with blanks, control characters, NUL, bad UTF-8 or a relative path are refused", 10),
            Map.entry("an empty list of images is read as none", 4),
            Map.entry("base64 that is not canonical is refused", 9),
            Map.entry("base64url references without a fingerprint are read", 1),
            Map.entry("bytes that the corpus leaves out", 1),
            Map.entry("counts of rows a rank are checked by the transports' own tests", 2),
            Map.entry("descriptors that lack kind, family, payload or file, or hold more than JSON, are refused", 25),
            Map.entry("image hashes other than 32 lower-case hexadecimal digits are refused", 2),
            Map.entry("numbers beyond 64 bits have no type here", 2),
            Map.entry("numbers outside 0 to 2^31-1 where a token, position, length or type is due are refused", 4),
            Map.entry("placeholders with other than whole 32-bit numbers are refused", 1),
            Map.entry("references that name two places for one image are refused", 1),
            Map.entry("references whose fingerprint is no text are refused", 2),
            Map.entry("references with a broken fingerprint are refused", 4),
            Map.entry("references with a hash other than 32 hexadecimal digits are refused", 9),
            Map.entry("references with numbers that JSON does not have are refused", 4),
            Map.entry("references with white space before their JSON are refused", 1),
            Map.entry("references without a place are refused", 4),
            Map.entry("rows whose per-token lists differ in length are refused", 36),
            Map.entry("sidecars with hashes or placeholders but no descriptor are refused", 1),
            Map.entry("steps beyond signed 64 bits are refused", 3),
            Map.entry("tensors on the wire are refused", 27),
            Map.entry("whole numbers in float lists are written as floats", 1));

    @Test
    void nothingDiffersButWhatIsMeantTo() {
        ConformReport report = new ConformReport();

        int records = new ContractRecords(new Corpus(EXCERPT), report).checkAll(name -> {});

        StringWriter shown = new StringWriter();
        report.print(new PrintWriter(shown));
        assertThat(report.differing()).as(shown.toString()).isZero();
        assertThat(report.setApart()).containsExactlyInAnyOrderEntriesOf(DELIBERATE);
        assertThat(records).isEqualTo(RECORDS);
        assertThat(report.checked()).isGreaterThan(RECORDS * 3L / 4);
    }
}
