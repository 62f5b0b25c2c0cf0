package dev.fovea.cli.feed;

import dev.fovea.cli.image.PolicyConverter;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.flight.ArrowFormat;
import dev.fovea.flight.FlightFeed;
import dev.fovea.training.feed.BatchFormat;
import dev.fovea.training.feed.BatchMaker;
import dev.fovea.training.feed.FolderFeed;
import dev.fovea.training.feed.FolderLock;
import dev.fovea.training.feed.FolderRetention;
import dev.fovea.training.feed.MissingImages;
import dev.fovea.training.feed.MultimodalSettings;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.RankFeed;
import dev.fovea.training.feed.SafetensorsFormat;
import dev.fovea.training.feed.StepFolder;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fovea feed}. */
@Command(
        name = "feed",
        description = {
            "Gives one rank of a trainer its micro-batches with pixels, beside it, in any language.",
            "",
            "Packed rows come from a transport; every image is read from its file, proven to be what was sampled, and made into "
                    + "patches ahead of the trainer, within a budget. docs/trainer-batches.md has the table of tensors."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class FeedCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final int INTERRUPTED = 130;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "TRANSPORT",
            required = true,
            description =
                    "Where rows come from: fs:DIR (the folder that has rollouts/step_<n>/rank_<r>.bin), zmq://HOST:PORT or kafka://HOST:PORT/TOPIC.")
    private String from = "";

    @Option(
            names = "--model",
            paramLabel = "DIR",
            required = true,
            description = "Checkpoint folder of the trained model; no weights are read.")
    private @Nullable Path model;

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            required = true,
            description = "Run directory; images outside of it are refused.")
    private @Nullable Path runDir;

    @Option(names = "--rank", paramLabel = "R", required = true, description = "Data-parallel rank, from 0.")
    private int rank;

    @Option(
            names = "--to",
            paramLabel = "TARGET",
            converter = FeedTarget.Converter.class,
            defaultValue = "flight:8815",
            description = "safetensors:DIR, arrow:DIR or flight:PORT, 0 for a free one. Default: ${DEFAULT-VALUE}.")
    private FeedTarget target = new FeedTarget.Flight(0);

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "Address that Flight listens at; whoever reaches it reads the run. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(
            names = "--prefetch",
            paramLabel = "BYTES",
            converter = ByteCount.Converter.class,
            defaultValue = "1G",
            description =
                    "Most bytes of pixels that are there at once; a larger row comes alone. Default: ${DEFAULT-VALUE}.")
    private ByteCount prefetch = new ByteCount(0);

    @Option(
            names = "--missing-images",
            paramLabel = "POLICY",
            converter = MissingImagesConverter.class,
            defaultValue = "error",
            description = "error, or placeholder_zero_loss: zeros, and no loss for the samples that own them. "
                    + "Default: ${DEFAULT-VALUE}.")
    private MissingImages missing = MissingImages.ERROR;

    @Option(
            names = "--pixels",
            paramLabel = "FORM",
            defaultValue = "float32",
            description = "float32 or bfloat16. Default: ${DEFAULT-VALUE}.")
    private PixelForm pixels = PixelForm.FLOAT32;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "plain",
            converter = PolicyConverter.class,
            description = "Decode policy of the run. Default: ${DEFAULT-VALUE}.")
    private DecodePolicy policy = DecodePolicy.PLAIN;

    @Option(
            names = "--from-step",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "First step; a trainer that resumes gives the one behind its checkpoint's. Default: ${DEFAULT-VALUE}.")
    private long fromStep;

    @Option(names = "--max-steps", paramLabel = "N", description = "End after so many steps. Default: never.")
    private @Nullable Long maxSteps;

    @Option(
            names = "--ahead",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Steps in a folder that may wait for the trainer's mark \"released\". Default: ${DEFAULT-VALUE}.")
    private int ahead;

    @Option(
            names = "--keep-steps",
            paramLabel = "N",
            defaultValue = "0",
            description = "Released steps that a folder keeps. Default: ${DEFAULT-VALUE}.")
    private int kept;

    @Option(
            names = "--metrics",
            paramLabel = "FILE",
            description = "Append the metrics of every step, one line of JSON each.")
    private @Nullable Path metrics;

    @Override
    public Integer call() throws InterruptedException {
        requireSensible();
        PixelBudget budget = new PixelBudget(prefetch.bytes());
        FeedProgress.requireWritable(metrics);
        FeedProgress progress = new FeedProgress(spec().commandLine().getOut(), metrics, rank, budget);
        try (FeedInterruption interruption = FeedInterruption.guard();
                Transport transport = Transport.open(TransportSettings.parse(from));
                RankFeed feed = new RankFeed(transport.receiveRows(rank, fromStep), maker(), budget, rank)) {
            try {
                run(feed, progress);
                return 0;
            } catch (InterruptedException e) {
                say("interrupted after " + progress.steps() + " steps; the open one comes again");
                return INTERRUPTED;
            } catch (FoveaException e) {
                if (!interruption.asked()) {
                    throw e;
                }
                say("interrupted after " + progress.steps() + " steps; the open one comes again");
                return INTERRUPTED;
            }
        }
    }

    private void run(RankFeed feed, FeedProgress progress) throws InterruptedException {
        switch (target) {
            case FeedTarget.Safetensors(Path folder) -> write(feed, folder, new SafetensorsFormat(), progress);
            case FeedTarget.Arrow(Path folder) -> {
                try (ArrowFormat format =
                        new ArrowFormat(feed.model(), feed.settings().pixelType())) {
                    write(feed, folder, format, progress);
                }
            }
            case FeedTarget.Flight(int port) -> serve(feed, port, progress);
        }
    }

    private void write(RankFeed feed, Path folder, BatchFormat format, FeedProgress progress)
            throws InterruptedException {
        FolderFeed writer =
                new FolderFeed(feed, new StepFolder(folder, rank, format), new FolderRetention(ahead, kept), progress);
        try (FolderLock _ = FolderLock.take(folder, rank)) {
            say("rank " + rank + " is fed in " + folder + "; Ctrl-C ends it");
            while (!isDone(progress)) {
                writer.next(PATIENCE);
            }
        }
    }

    private void serve(RankFeed feed, int port, FeedProgress progress) throws InterruptedException {
        try (FlightFeed server = FlightFeed.start(host, port, feed, progress)) {
            say("rank " + rank + " is fed at grpc://" + host + ":" + server.port() + "; Ctrl-C ends it");
            while (!isDone(progress)) {
                Thread.sleep(PATIENCE);
            }
        }
    }

    private boolean isDone(FeedProgress progress) {
        return maxSteps != null && progress.steps() >= maxSteps;
    }

    private BatchMaker maker() {
        return FeedSource.open(
                Objects.requireNonNull(model, "picocli demands --model"),
                Objects.requireNonNull(runDir, "picocli demands --run-dir"),
                policy,
                new MultimodalSettings(missing, pixels));
    }

    private void requireSensible() {
        if (rank < 0
                || fromStep < 1
                || ahead < 1
                || kept < 0
                || (maxSteps != null && maxSteps < 1)
                || pixels == PixelForm.UINT8) {
            throw new CommandLine.ParameterException(
                    spec().commandLine(),
                    "--rank and --keep-steps are at least 0, --from-step, --ahead and --max-steps at least 1, --pixels float32 or bfloat16");
        }
    }

    private void say(String line) {
        spec().commandLine().getOut().println(line);
        spec().commandLine().getOut().flush();
    }

    private CommandLine.Model.CommandSpec spec() {
        return Objects.requireNonNull(spec, "picocli fills the specification");
    }
}
