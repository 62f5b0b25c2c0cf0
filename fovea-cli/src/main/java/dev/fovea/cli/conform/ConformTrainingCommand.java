package dev.fovea.cli.conform;

import dev.fovea.cli.Terminal;
import dev.fovea.conform.ConformReport;
import dev.fovea.conform.training.TrainingConform;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fovea conform training}. */
@Command(
        name = "training",
        description = {
            "Turns the recorded rollouts of a folder into samples, scores them, packs them for one run and for several, and compares "
                    + "every byte with the recorded answers of prime-rl.",
            "What ours answers otherwise on purpose is seen on the record itself and counted by name; docs/training.md lists the "
                    + "names."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ConformTrainingCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder with the records.")
    private @Nullable Path folder;

    @Override
    public Integer call() {
        ConformReport report =
                TrainingConform.check(Objects.requireNonNull(folder, "picocli demands DIR"), Terminal.waitingLine());
        report.print(Objects.requireNonNull(spec).commandLine().getOut());
        return report.differing() == 0 ? 0 : 1;
    }
}
