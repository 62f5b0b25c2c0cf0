package dev.fovea.cli.engine;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.cli.Terminal;
import dev.fovea.conform.ConformReport;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.engine.Engine;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.interop.ReplicaInterop;
import dev.fovea.interop.StartedServers;
import dev.fovea.interop.VllmInterop;
import dev.fovea.policy.EmbeddedEngine;
import dev.fovea.policy.EmbeddedSettings;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerSettings;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea interop}. */
@Command(
        name = "interop",
        description = {
            "Sends the same conversations to a running server by every way (our pixels, paths, references through the proxy) and compares "
                    + "prompt ids, placeholders, tokens and log-probabilities. Its last line counts; 1 if any differs."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class InteropCommand implements Callable<Integer> {

    private static final int REPLICAS = 2;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "KIND", description = "vllm, or replicas: several servers behind one pool.")
    private @Nullable String kind;

    @Option(
            names = "--engine",
            paramLabel = "vllm=URL",
            converter = EngineChoice.Converter.class,
            description = "The server, with float32 weights and leave to read --run-dir.")
    private @Nullable EngineChoice engine;

    @Option(names = "--model", paramLabel = "DIR", required = true, description = "Checkpoint folder that it serves.")
    private @Nullable Path model;

    @Option(names = "--run-dir", paramLabel = "DIR", required = true, description = "Where pictures are stored.")
    private @Nullable Path runDir;

    @Option(
            names = "--conversations",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many. Default: ${DEFAULT-VALUE}.")
    private int conversations;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Decides them. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--embedded",
            description =
                    "Compares the embedded engine on the same folder as well (dense Qwen3-VL, computed in float32).")
    private boolean embedded;

    @Option(
            names = "--reference-form",
            paramLabel = "auto|F1|F2|F3",
            defaultValue = "auto",
            converter = ReferenceFormConverter.class,
            description = "How references to the proxy are written. Default: ${DEFAULT-VALUE}, which is F2.")
    private MmRef.Form references = MmRef.Form.F2;

    @Mixin
    private StartedServerOptions started = new StartedServerOptions();

    @Override
    public Integer call() throws InterruptedException {
        ConformReport report = switch (Objects.requireNonNull(kind)) {
            case "vllm" -> vllm();
            case "replicas" -> replicas();
            default -> throw usage("KIND is vllm or replicas, not " + kind);
        };
        report.print(Objects.requireNonNull(spec).commandLine().getOut());
        return report.differing() == 0 ? 0 : 1;
    }

    private ConformReport vllm() throws InterruptedException {
        if (engine instanceof EngineChoice.Vllm(VllmAddress address)) {
            return vllm(address);
        }
        try (StartedServers servers = toStart("give: interop vllm --engine vllm=URL, or --setup DIR")) {
            Terminal.waitingLine().accept("starting a server");
            return vllm(servers.start(1).getFirst());
        }
    }

    private ConformReport vllm(VllmAddress address) throws InterruptedException {
        Path checkpoint = Objects.requireNonNull(model);
        Path run = Objects.requireNonNull(runDir);
        VllmInterop interop =
                new VllmInterop(address, ServedModels.of(address, Optional.empty(), checkpoint), run, references);
        Optional<Engine> other = embedded ? Optional.of(embedded(checkpoint, run)) : Optional.empty();
        try {
            return interop.run(conversations, seed, other, Terminal.waitingLine());
        } finally {
            other.ifPresent(Engine::close);
        }
    }

    private ConformReport replicas() throws InterruptedException {
        if (engine instanceof EngineChoice.VllmPool(List<VllmAddress> addresses)) {
            return replicas(addresses, Optional.empty());
        }
        try (StartedServers servers = toStart("give: interop replicas --engine vllm=URL,URL, or --setup DIR")) {
            Terminal.waitingLine().accept("starting " + REPLICAS + " servers");
            return replicas(servers.start(REPLICAS), Optional.of(servers));
        }
    }

    private ConformReport replicas(List<VllmAddress> addresses, Optional<StartedServers> servers)
            throws InterruptedException {
        return new ReplicaInterop(
                        addresses,
                        ServedModels.of(addresses.getFirst(), Optional.empty(), Objects.requireNonNull(model)),
                        Objects.requireNonNull(runDir))
                .run(conversations, seed, servers, Terminal.waitingLine());
    }

    private StartedServers toStart(String otherwise) {
        if (engine != null) {
            throw usage(otherwise);
        }
        return started.servers(Objects.requireNonNull(model), Objects.requireNonNull(runDir))
                .orElseThrow(() -> usage(otherwise));
    }

    private CommandLine.ParameterException usage(String what) {
        return new CommandLine.ParameterException(Objects.requireNonNull(spec).commandLine(), what);
    }

    private static Engine embedded(Path checkpoint, Path run) {
        FamilyModel family = Families.open(checkpoint);
        AssetReader reader = new AssetReader(AllowedRoots.of(List.of(run)), ImageLimits.DEFAULT.maxEncodedBytes());
        return new EmbeddedEngine(
                checkpoint,
                new WeightVersion(0),
                new Materializer(
                        reader,
                        ImageDecoder.proven(ImageLimits.DEFAULT),
                        family.imageProcessor(),
                        new MaterializerSettings(PixelForm.FLOAT32, 0, MaterializerSettings.DEFAULT_WORKING_BYTES)),
                family.positionScheme(),
                new EmbeddedSettings("interop", EmbeddedSettings.WHAT_FITS, 4, 1L << 30, 0, 0, 1));
    }
}
