package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Checks every row of a training corpus. */
public final class TrainingConform {

    private TrainingConform() {}

    /**
     * Checks a folder.
     *
     * @param progress told which file is being looked at
     * @throws SetupException where it holds none of the files that are known
     */
    public static ConformReport check(Path folder, Consumer<String> progress) {
        Corpus corpus = new Corpus(folder);
        ConformReport report = new ConformReport();
        List<TrainingCheck> present = checks(corpus).stream()
                .filter(check -> corpus.has(check.file()))
                .toList();
        int contract = new ContractRecords(corpus, report).checkAll(progress);
        if (present.isEmpty() && contract == 0) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the folder " + folder + " holds no training corpus",
                    "give a folder with samples/, packing/, wire/, refs/ or store/");
        }
        for (TrainingCheck check : present) {
            progress.accept(check.file());
            corpus.lines(check.file()).forEach(row -> check(check, row, report));
        }
        return report;
    }

    private static void check(TrainingCheck check, JsonNode row, ConformReport report) {
        try {
            check.check(row, report);
        } catch (RuntimeException fault) {
            // a difference, too, and the run goes on
            report.differs(check.file() + " " + row.path("id").asString(), "a fault of ours: " + fault);
        }
    }

    private static List<TrainingCheck> checks(Corpus corpus) {
        return List.of(
                new TraceCheck(),
                new AdvantageCheck(),
                new PartitionCheck(),
                new PrepareCheck(),
                new PackCheck(corpus),
                new MultiRunCheck());
    }
}
