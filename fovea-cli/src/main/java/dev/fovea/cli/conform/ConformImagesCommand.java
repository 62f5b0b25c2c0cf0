package dev.fovea.cli.conform;

import dev.fovea.cli.Terminal;
import dev.fovea.conform.ConformReport;
import dev.fovea.conform.images.ImageConformance;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fovea conform images}. */
@Command(
        name = "images",
        description = {
            "Decodes, lays out and processes the pictures of a folder (expected.jsonl with files/, and layout.jsonl and bad/ where there "
                    + "are any) and compares sizes, refusals and the hash of every pixel with the recorded answers.",
            "Kinds of files that are not decoded are counted apart, by name."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ConformImagesCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The folder with the records.")
    private @Nullable Path folder;

    @Override
    public Integer call() {
        ConformReport report =
                ImageConformance.run(Objects.requireNonNull(folder, "picocli demands DIR"), Terminal.waitingLine());
        report.print(Objects.requireNonNull(spec).commandLine().getOut());
        return report.differing() == 0 ? 0 : 1;
    }
}
