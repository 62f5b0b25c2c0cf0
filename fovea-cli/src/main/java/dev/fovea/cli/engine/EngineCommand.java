package dev.fovea.cli.engine;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code fovea engine}. */
@Command(
        name = "engine",
        description = "Looks at engines.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ProbeCommand.class)
public final class EngineCommand implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }
}
