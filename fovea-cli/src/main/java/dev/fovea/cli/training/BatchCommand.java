package dev.fovea.cli.training;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code fovea batch}. */
@Command(
        name = "batch",
        description = "What is in a packed batch.",
        mixinStandardHelpOptions = true,
        subcommands = BatchShowCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class BatchCommand implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }
}
