package dev.fovea.interop;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.conform.ConformReport;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.vllm.ImageMode;
import dev.fovea.engine.vllm.ReferenceEngine;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmEngine;
import dev.fovea.engine.vllm.VllmProxy;
import dev.fovea.engine.vllm.VllmSettings;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The same conversations through every way to one server: our pixels, paths, and references through the proxy. Prompt ids and
 * placeholders are proven on each answer; tokens and log-probabilities are compared here.
 */
public final class VllmInterop {

    /** One server, one machine: what differs is the order of sums. */
    private static final CompletionComparison SAME_SERVER = new CompletionComparison(1e-4);

    private static final int TURNS = 20;
    private static final int SCREENSHOT_SIDE = 410;

    private final VllmAddress address;
    private final ServedModel model;
    private final MmRef.Form references;
    private final FileImageStore store;
    private final AssetReader reader;
    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private final ConformReport report = new ConformReport();
    private final ProofLedger proofs = new ProofLedger();

    /**
     * An interop run.
     *
     * @param runDir images are stored below it; the server may read it
     * @param references how references to the proxy are written
     */
    public VllmInterop(VllmAddress address, ServedModel model, Path runDir, MmRef.Form references) {
        this.references = references;
        this.address = address;
        this.model = model;
        this.store = FileImageStore.open(StoreSettings.at(runDir.resolve("assets")));
        this.reader =
                new AssetReader(AllowedRoots.of(List.of(store.directory())), ImageLimits.DEFAULT.maxEncodedBytes());
    }

    /**
     * Plays conversations by every way.
     *
     * @param embedded another engine on the same weights, compared with a tolerance of 1e-3
     * @param progress told what is being done
     */
    public ConformReport run(int conversations, long seed, Optional<Engine> embedded, Consumer<String> progress)
            throws InterruptedException {
        RandomPrompts prompts =
                new RandomPrompts(model, store, new ImageResolver(reader, decoder, model.processor()), seed);
        try (VllmEngine pixels = open(Optional.of(ImageMode.FEATURES));
                VllmEngine paths = open(Optional.of(ImageMode.CONTENT_PARTS));
                VllmProxy proxy = VllmProxy.start(
                        "127.0.0.1",
                        0,
                        List.of(address),
                        model,
                        reader,
                        decoder,
                        store,
                        VllmSettings.defaults(),
                        event -> {});
                ReferenceEngine throughProxy = ReferenceEngine.open(
                        VllmAddress.parse(proxy.baseUrl().toString()),
                        model,
                        VllmSettings.defaults().withReferences(references))) {
            for (int i = 0; i < conversations; i++) {
                progress.accept("conversation " + (i + 1) + " of " + conversations);
                converse(prompts.next(), pixels, paths, throughProxy, embedded);
            }
            progress.accept("twenty turns");
            weigh(prompts, seed, paths);
        }
        return report;
    }

    private void converse(
            GenerateRequest request, Engine pixels, Engine paths, Engine throughProxy, Optional<Engine> embedded)
            throws InterruptedException {
        String name = request.requestId();
        Optional<Completion> expected = ask(name + " features", pixels, request);
        if (expected.isEmpty()) {
            return;
        }
        if (hasSampledPad(request)) {
            report.apart("not as a path: a sampled pad, where the server would put the picture");
        } else if (isPlain(request)) {
            compare(name + " content_parts", SAME_SERVER, expected.get(), paths, request);
        } else {
            report.apart("not as a path: a picture that loaders read differently");
        }
        compare(name + " proxy", SAME_SERVER, expected.get(), throughProxy, request);
        if (embedded.isPresent()) {
            compare(name + " embedded", new CompletionComparison(1e-3), expected.get(), embedded.get(), request);
        }
    }

    private void compare(
            String name, CompletionComparison comparison, Completion expected, Engine engine, GenerateRequest request)
            throws InterruptedException {
        Optional<Completion> actual = ask(name, engine, request);
        if (actual.isPresent()) {
            comparison.compare(name, expected, actual.get(), report);
        }
    }

    private Optional<Completion> ask(String name, Engine engine, GenerateRequest request) throws InterruptedException {
        try {
            return Optional.of(new ProvenEngine(engine, model.imagePad(), proofs).generate(request));
        } catch (FoveaException e) {
            report.differs(name, e.code().wire() + ": " + e.what());
            return Optional.empty();
        }
    }

    private boolean isPlain(GenerateRequest request) {
        return request.images().images().stream()
                .map(SidecarImage::item)
                .allMatch(item ->
                        decoder.probe(reader.read(item.rawImageUri()).bytes()).plain());
    }

    private boolean hasSampledPad(GenerateRequest request) {
        long pads = request.prompt().ids().stream()
                .filter(id -> id == model.imagePad())
                .count();
        return pads
                > request.images().placeholders().stream()
                        .mapToInt(PlaceholderRange::length)
                        .sum();
    }

    /** A rollout of twenty turns with a new picture of half a megabyte each: what goes over the wire, beside inline base64. */
    private void weigh(RandomPrompts prompts, long seed, VllmEngine paths) throws InterruptedException {
        Random random = new Random(seed);
        long before = paths.sentBytes();
        long inline = 0;
        long pictures = 0;
        GenerateRequest turn = prompts.empty();
        for (int i = 0; i < TURNS; i++) {
            RandomPicture picture = RandomPicture.noise(SCREENSHOT_SIDE, random);
            pictures += picture.bytes().length;
            inline += (pictures + 2) / 3 * 4;
            turn = prompts.longer(turn, picture);
            Optional<Completion> answer = ask("turn " + (i + 1), paths, turn);
            if (answer.isEmpty()) {
                return;
            }
        }
        long sent = paths.sentBytes() - before;
        report.note("%d turns, a new picture of %,d bytes each: %,d bytes to the engine, %,d as inline base64, 1/%d"
                .formatted(TURNS, pictures / TURNS, sent, inline, inline / Math.max(1, sent)));
        if (100 * sent <= inline) {
            report.equal();
        } else {
            report.differs("twenty turns", "more than 1/100 of inline base64");
        }
    }

    private VllmEngine open(Optional<ImageMode> mode) throws InterruptedException {
        VllmSettings settings = VllmSettings.defaults()
                .withMode(mode)
                .withTimeout(Duration.ofMinutes(5))
                .withCacheBytes(256L << 20);
        return VllmEngine.open(address, model, reader, decoder, store, settings);
    }
}
