package dev.fovea.cli.sft;

import picocli.CommandLine.Command;

/** {@code fovea sft}. */
@Command(
        name = "sft",
        description = "Supervised fine-tuning on conversations with images.",
        mixinStandardHelpOptions = true,
        subcommands = PrepareCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false)
public final class SftCommand {}
