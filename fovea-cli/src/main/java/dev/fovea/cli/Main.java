package dev.fovea.cli;

import dev.fovea.cli.bench.BenchCommand;
import dev.fovea.cli.chat.ParseCommand;
import dev.fovea.cli.chat.RenderCommand;
import dev.fovea.cli.conform.ConformCommand;
import dev.fovea.cli.demo.DemoCommand;
import dev.fovea.cli.demo.EvalCommand;
import dev.fovea.cli.engine.EngineCommand;
import dev.fovea.cli.engine.InteropCommand;
import dev.fovea.cli.engine.ProxyCommand;
import dev.fovea.cli.feed.FeedCommand;
import dev.fovea.cli.image.ImageCommand;
import dev.fovea.cli.sft.SftCommand;
import dev.fovea.cli.training.BatchCommand;
import dev.fovea.cli.training.PackCommand;
import dev.fovea.cli.training.PackerCommand;
import dev.fovea.cli.training.SamplesCommand;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.util.EnumSet;
import java.util.Set;
import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The entry point. Exit codes: 0 done, 1 failed while it worked, 2 cannot start as asked, 130 interrupted. */
@Command(
        name = "fovea",
        description = {
            "The multimodal data plane of reinforcement learning for vision-language models.",
            "",
            "An image enters once and becomes a file under its own hash; from there on only a small verified reference travels. "
                    + "Pixels are made last, from the same bytes, for the engine and for the trainer, and both are proven equal."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            DemoCommand.class,
            EvalCommand.class,
            EngineCommand.class,
            ProxyCommand.class,
            FeedCommand.class,
            SftCommand.class,
            InteropCommand.class,
            ImageCommand.class,
            RenderCommand.class,
            ParseCommand.class,
            SamplesCommand.class,
            PackCommand.class,
            PackerCommand.class,
            BatchCommand.class,
            ConformCommand.class,
            BenchCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Start here:",
            "  ./fovea demo                        trains a small policy on pictures, end to end, on this machine",
            "  ./fovea demo --help                 its options",
            "  ./fovea image FILE --model DIR      what becomes of a picture",
            "  ./fovea render --model DIR FILE     a conversation as the tokens that a model is given",
            "  ./fovea parse --model DIR FILE      sampled tokens as a message",
            "  ./fovea engine probe URL ...        what a vLLM server does with pictures",
            "  ./fovea samples DIR                 recorded rollouts as training samples",
            "  ./fovea pack DIR                    samples as rows for every rank",
            "  ./fovea packer --from T --to T ...  runs' samples as a trainer's rows, while both go on",
            "  ./fovea batch show FILE             a rank's rows, readable",
            "  ./fovea feed --from fs:DIR ...      a trainer's micro-batches with pixels, as files or over Arrow Flight",
            "  ./fovea sft prepare DATA ...        conversations with images as packed batches with pixels",
            "  ./fovea conform images|chat|training DIR",
            "                                      recorded answers of the references against this build",
            "  ./fovea bench vision|chat|training  speed beside rivals",
            "  ./fovea test                        runs every test (this one needs Maven)",
            "",
            "A JDK 25 is found in JAVA_HOME, the usual folders or PATH. FOVEA_JAVA_OPTS adds JVM options."
        })
public final class Main implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

    static final int FAILED = 1;
    static final int CANNOT_START = 2;
    private static final int INTERRUPTED = 130;

    /** What the user has to mend on this machine before the same command can work. */
    private static final Set<ErrorCode> CANNOT_START_CODES = EnumSet.of(
            ErrorCode.INVALID_CONFIGURATION,
            ErrorCode.INVALID_CHECKPOINT,
            ErrorCode.UNKNOWN_FAMILY,
            ErrorCode.PORT_IN_USE,
            ErrorCode.STORAGE_FULL,
            ErrorCode.STORAGE_FAILED);

    /** The version of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"fovea " + (version == null ? "(development build)" : version)};
        }
    }

    public static void main(String[] args) {
        StandardError.putBack();
        // libraries' logs stay out of the terminal until a command decides where they go
        LogManager.getLogManager().reset();
        CommandLine line = commandLine();
        int exitCode;
        try {
            exitCode = line.execute(args);
        } catch (Throwable fault) {
            // no memory left, a native library that does not load: a sentence, too, and no stack trace
            exitCode = exitCode(fault, line);
        }
        System.exit(exitCode);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((error, args) -> {
                    CommandLine failed = error.getCommandLine();
                    failed.getErr()
                            .println("fovea: " + error.getMessage() + "; see ./"
                                    + failed.getCommandSpec().qualifiedName() + " --help");
                    return CANNOT_START;
                })
                .setExecutionExceptionHandler((error, line, result) -> exitCode(error, line));
    }

    private static int exitCode(Throwable error, CommandLine line) {
        if (error instanceof FoveaException known) {
            line.getErr()
                    .println("fovea: " + known.what() + "; " + known.remedy() + " ["
                            + known.code().wire() + "]");
            return CANNOT_START_CODES.contains(known.code()) ? CANNOT_START : FAILED;
        }
        if (error instanceof InterruptedException) {
            return INTERRUPTED;
        }
        line.getErr().println("fovea: an unexpected fault: " + error + " (set FOVEA_TRACE=1 to see where)");
        if (System.getenv("FOVEA_TRACE") != null) {
            error.printStackTrace(line.getErr());
        }
        return FAILED;
    }

    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(System.out);
        }
    }
}
