package dev.fovea.cli.training;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.PackSettings;
import dev.fovea.training.runs.Eviction;
import dev.fovea.training.runs.MultiRunStep;
import dev.fovea.training.runs.PackingListener;
import dev.fovea.training.runs.PackingService;
import dev.fovea.training.runs.RunStep;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fovea packer}. */
@Command(
        name = "packer",
        description = {
            "Stands between the orchestrators of one or several runs and a trainer: packs what they send, in turns, for all ranks.",
            "",
            "A run with a bad sample is put out, with the reason, and the others go on. A step is released where it came from when the "
                    + "rows with its last samples are where the trainer finds them."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class PackerCommand implements Callable<Integer> {

    private static final Duration LOOK = Duration.ofMillis(50);

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "TRANSPORT",
            required = true,
            converter = TransportConverter.class,
            description =
                    "Where samples come from: fs:DIR (DIR/<run>/rollouts/step_<n>/train_rollouts.bin), zmq://HOST:PORT or "
                            + "kafka://HOST:PORT/TOPIC.")
    private @Nullable TransportSettings from;

    @Option(
            names = "--to",
            paramLabel = "TRANSPORT",
            required = true,
            converter = TransportConverter.class,
            description = "Where rows go, for example the same.")
    private @Nullable TransportSettings to;

    @Option(
            names = "--run",
            paramLabel = "NAME",
            required = true,
            description = "A run; repeatable, each takes the next adapter slot.")
    private List<String> runs = List.of();

    @Option(
            names = "--seq-len",
            paramLabel = "N",
            defaultValue = "16384",
            description = "Tokens of a row. Default: ${DEFAULT-VALUE}.")
    private int sequenceTokens;

    @Option(
            names = "--ranks",
            paramLabel = "N",
            defaultValue = "1",
            description = "Data-parallel ranks. Default: ${DEFAULT-VALUE}.")
    private int ranks;

    @Option(
            names = "--pad-to-multiple-of",
            paramLabel = "N",
            defaultValue = "1",
            description = "The degree of context parallelism. Default: ${DEFAULT-VALUE}.")
    private int multiple;

    @Option(
            names = "--linger",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "How long samples that fill no row of every rank wait for those of other runs. Default: ${DEFAULT-VALUE}.")
    private double linger;

    @Option(names = "--max-steps", paramLabel = "N", description = "End after so many steps. Default: never.")
    private @Nullable Long maxSteps;

    @Override
    public Integer call() throws InterruptedException {
        TransportSettings source = Objects.requireNonNull(from, "picocli demands --from");
        TransportSettings target = Objects.requireNonNull(to, "picocli demands --to");
        Duration patience = Duration.ofMillis(Math.round(linger * 1000));
        PackSettings settings =
                PackSettings.forRanks(sequenceTokens, multiple, ranks).withAdapters(runs.size());
        try (Transport incoming = Transport.open(source);
                Transport outgoing = source.equals(target) ? incoming : Transport.open(target);
                PackingService service =
                        new PackingService(runs, incoming, outgoing, settings, patience, told(source))) {
            long sent = 0;
            while ((maxSteps == null || sent < maxSteps) && !service.isIdleForever()) {
                if (service.turn().isPresent()) {
                    sent++;
                } else {
                    Thread.sleep(LOOK);
                }
            }
            return service.isIdleForever() ? 1 : 0;
        }
    }

    private PackingListener told(TransportSettings source) {
        return new PackingListener() {
            @Override
            public void sent(long step, MultiRunStep packed) {
                say("step " + step + ": " + packed.rowsEach() + " rows for each of " + ranks + " ranks, of "
                        + packed.runs().stream().map(PackerCommand::text).collect(Collectors.joining(", ")));
            }

            @Override
            public void evicted(Eviction eviction) {
                say("run " + eviction.run() + " is put out: " + eviction.reason());
                if (source instanceof TransportSettings.FileSystem(Path folder)) {
                    note(folder.resolve(eviction.run()), eviction.reason());
                }
            }
        };
    }

    private static String text(RunStep part) {
        return part.run() + " (step " + part.step()
                + switch (part.finished()) {
                    case FINISHED -> ")";
                    case MORE_TO_COME -> ", more to come)";
                };
    }

    /** Where the field's orchestrators look. */
    private static void note(Path run, String reason) {
        Path file = run.resolve("control/evicted.txt");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, reason + "\n");
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "could not write " + file + " (" + e + ")", "check its permissions", e);
        }
    }

    private void say(String line) {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
