package dev.fovea.cli.sft;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.chat.ChatJson;
import dev.fovea.cli.feed.ByteCount;
import dev.fovea.cli.feed.FeedSource;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.flight.ArrowFormat;
import dev.fovea.training.PackSettings;
import dev.fovea.training.feed.BatchFormat;
import dev.fovea.training.feed.BatchMaker;
import dev.fovea.training.feed.MissingImages;
import dev.fovea.training.feed.MultimodalSettings;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.SafetensorsFormat;
import dev.fovea.training.pack.Truncation;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.PixelForm;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea sft prepare}. */
@Command(
        name = "prepare",
        description = {
            "Renders conversations, packs them into rows and writes each row with its pixels, ready for a trainer.",
            "",
            "DATA has one object a line, with messages and, optionally, tools, as chat programs send them. Pictures are data URLs, or "
                    + "paths and file URLs below DATA's folder; nothing is fetched. What assistants say is learnt, and nothing else. A long "
                    + "conversation is cut, never through a picture; docs/trainer-batches.md has the table of tensors."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class PrepareCommand implements Callable<Integer> {

    /** Where pictures are kept. */
    enum ImageStorage {
        /** Below --out, as files under their hashes. */
        stored,
        /** Nowhere: only their pixels stay, in the batches. */
        inline
    }

    /** How a batch is written. */
    enum Format {
        safetensors,
        arrow
    }

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "DATA", description = "The dataset, JSON lines.")
    private @Nullable Path data;

    @Option(
            names = "--model",
            paramLabel = "DIR",
            required = true,
            description = "Checkpoint folder of the model that will be trained; no weights are read.")
    private @Nullable Path model;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Gets step_<n>/rank_<r>/<index>.<format>; must not hold anything yet.")
    private @Nullable Path out;

    @Option(
            names = "--seq-len",
            paramLabel = "N",
            defaultValue = "8192",
            description = "Longest row and longest conversation in tokens. Default: ${DEFAULT-VALUE}.")
    private int sequenceTokens;

    @Option(
            names = "--step-size",
            paramLabel = "N",
            defaultValue = "64",
            description = "Conversations of one optimiser step. Default: ${DEFAULT-VALUE}.")
    private int stepSize;

    @Option(
            names = "--epochs",
            paramLabel = "N",
            defaultValue = "1",
            description = "How often each conversation is seen. Default: ${DEFAULT-VALUE}.")
    private int epochs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Decides the order, another one in each epoch. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--keep-order", description = "The order of the lines.")
    private boolean keepOrder;

    @Option(
            names = "--ranks",
            paramLabel = "N",
            defaultValue = "1",
            description = "Data-parallel ranks; each gets equally many rows. Default: ${DEFAULT-VALUE}.")
    private int ranks;

    @Option(
            names = "--pad-to-multiple-of",
            paramLabel = "N",
            defaultValue = "1",
            description = "The degree of context parallelism. Default: ${DEFAULT-VALUE}.")
    private int multiple;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "safetensors",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.safetensors;

    @Option(
            names = "--pixels",
            paramLabel = "FORM",
            defaultValue = "float32",
            description = "float32 or bfloat16. Default: ${DEFAULT-VALUE}.")
    private PixelForm pixels = PixelForm.FLOAT32;

    @Option(
            names = "--images",
            paramLabel = "stored|inline",
            defaultValue = "stored",
            description =
                    "stored: pictures stay below --out/assets, once each; inline: only their pixels stay. Default: ${DEFAULT-VALUE}.")
    private ImageStorage images = ImageStorage.stored;

    @Option(
            names = "--image-root",
            paramLabel = "DIR",
            description = "A folder beside DATA's own that pictures may come from; repeatable.")
    private List<Path> roots = new ArrayList<>();

    @Option(
            names = "--memory",
            paramLabel = "BYTES",
            converter = ByteCount.Converter.class,
            defaultValue = "256M",
            description = "Most bytes of pixels at once; a larger row comes alone. Default: ${DEFAULT-VALUE}.")
    private ByteCount memory = new ByteCount(0);

    @Option(names = "--strict", description = "Ends at the first line that is refused, instead of going on without it.")
    private boolean strict;

    @Override
    public Integer call() throws InterruptedException {
        requireSensible();
        OutputFolder target = OutputFolder.create(Objects.requireNonNull(out, "picocli demands --out"));
        Path pictures = target.path().resolve(images == ImageStorage.stored ? "assets" : ".assets");
        try (DatasetLines lines = DatasetLines.open(Objects.requireNonNull(data, "picocli demands DATA"))) {
            PreparedCounts counts = prepare(lines, target.path(), FileImageStore.open(StoreSettings.at(pictures)));
            PrintWriter out = spec().commandLine().getOut();
            counts.lines().forEach(out::println);
            out.flush();
            return counts.learnt() > 0 ? 0 : 1;
        } finally {
            if (images == ImageStorage.inline) {
                target.remove(pictures);
            }
        }
    }

    private PreparedCounts prepare(DatasetLines lines, Path target, FileImageStore store) throws InterruptedException {
        FamilyModel family = Families.open(Objects.requireNonNull(model, "picocli demands --model"));
        ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT, DecodePolicy.PLAIN);
        AssetReader stored = reader(List.of(store.directory()));
        Demonstrations demonstrations = new Demonstrations(
                new ChatJson(new DatasetImages(
                        folder(),
                        reader(allowed()),
                        store,
                        new ImageResolver(stored, decoder, family.imageProcessor()))),
                family.renderer(),
                new Truncation(sequenceTokens));
        BatchMaker maker =
                FeedSource.maker(family, stored, decoder, new MultimodalSettings(MissingImages.ERROR, pixels));
        BatchFormat written = switch (format) {
            case safetensors -> new SafetensorsFormat();
            case arrow -> new ArrowFormat(maker.model(), maker.settings().pixelType());
        };
        PreparedSteps steps = new PreparedSteps(
                target,
                written,
                maker,
                PackSettings.forRanks(sequenceTokens, multiple, ranks),
                new PixelBudget(memory.bytes()));
        return new Preparation(lines, demonstrations, steps, strict ? RefusedLines.END : RefusedLines.LEAVE_OUT)
                .run(new DatasetOrder(epochs, keepOrder ? OptionalLong.empty() : OptionalLong.of(seed)), stepSize);
    }

    private static AssetReader reader(List<Path> roots) {
        return new AssetReader(AllowedRoots.of(roots), ImageLimits.DEFAULT.maxEncodedBytes());
    }

    private List<Path> allowed() {
        List<Path> allowed = new ArrayList<>(roots);
        allowed.add(folder());
        return allowed;
    }

    private Path folder() {
        Path file = Objects.requireNonNull(data).toAbsolutePath().normalize();
        return Objects.requireNonNull(file.getParent(), "a file has a folder");
    }

    private void requireSensible() {
        if (sequenceTokens < 1 || stepSize < 1 || epochs < 1 || pixels == PixelForm.UINT8) {
            throw new CommandLine.ParameterException(
                    spec().commandLine(),
                    "--seq-len, --step-size and --epochs are at least 1, --pixels float32 or bfloat16");
        }
    }

    private CommandLine.Model.CommandSpec spec() {
        return Objects.requireNonNull(spec, "picocli fills the specification");
    }
}
