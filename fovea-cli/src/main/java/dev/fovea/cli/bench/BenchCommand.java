package dev.fovea.cli.bench;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code fovea bench}. */
@Command(
        name = "bench",
        description = "Measures Fovea beside its rivals, in one run on this machine.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "WHAT",
        subcommands = {VisionBenchCommand.class, ChatBenchCommand.class, TrainingBenchCommand.class})
public final class BenchCommand implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }
}
