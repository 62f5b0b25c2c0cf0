package dev.fovea.cli.conform;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code fovea conform}. */
@Command(
        name = "conform",
        description =
                "Checks recorded answers of the references against this build. Its last line counts them; 1 if any differs.",
        mixinStandardHelpOptions = true,
        subcommands = {ConformImagesCommand.class, ConformChatCommand.class, ConformTrainingCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ConformCommand implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }
}
