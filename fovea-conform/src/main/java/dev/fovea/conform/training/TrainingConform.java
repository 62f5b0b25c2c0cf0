package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.List;

/** Checks every row of a training corpus. */
public final class TrainingConform {

    private TrainingConform() {}

    /**
     * Checks a folder.
     *
     * @throws SetupException where it holds none of the files that are known
     */
    public static ConformReport check(Path folder) {
        Corpus corpus = new Corpus(folder);
        ConformReport report = new ConformReport();
        List<TrainingCheck> present = checks(corpus).stream()
                .filter(check -> corpus.has(check.file()))
                .toList();
        if (present.isEmpty()) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the folder " + folder + " holds no training corpus",
                    "give a folder with samples/, packing/, wire/, refs/ or store/");
        }
        present.forEach(check -> corpus.lines(check.file()).forEach(row -> {
            try {
                check.check(row, report);
            } catch (RuntimeException fault) {
                // a difference, too, and the run goes on
                report.differs(check.file() + " " + row.path("id").asString(), "a fault of ours: " + fault);
            }
        }));
        return report;
    }

    private static List<TrainingCheck> checks(Corpus corpus) {
        return List.of(new AdvantageCheck(), new PartitionCheck(), new PrepareCheck(), new PackCheck(corpus));
    }
}
