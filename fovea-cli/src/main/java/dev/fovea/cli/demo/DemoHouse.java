package dev.fovea.cli.demo;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.ImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.cli.engine.EngineChoice;
import dev.fovea.cli.engine.EngineSetup;
import dev.fovea.cli.engine.ServedModels;
import dev.fovea.client.ControlClient;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.pool.EnginePool;
import dev.fovea.engine.pool.PoolSettings;
import dev.fovea.engine.sglang.SglangEngine;
import dev.fovea.engine.sglang.SglangSettings;
import dev.fovea.engine.vllm.ReferenceEngine;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmEngine;
import dev.fovea.engine.vllm.VllmSettings;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.gateway.BodyLimits;
import dev.fovea.gateway.Gateway;
import dev.fovea.gateway.GatewaySettings;
import dev.fovea.policy.EmbeddedEngine;
import dev.fovea.policy.EmbeddedSettings;
import dev.fovea.trace.TraceJournal;
import dev.fovea.training.feed.BatchMaterializer;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerSettings;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All rooms of the demonstration in one process, wired as they would be over several: the engine and the trainer each have a
 * materialiser of their own and share no cache, and everything between them goes over HTTP, files and references.
 */
final class DemoHouse implements AutoCloseable {

    static final String MODEL = "demo";

    private static final int SECRET_BYTES = 24;
    private static final long CACHE_BYTES = 64L << 20;
    private static final long WORKING_BYTES = 64L << 20;

    private final FamilyModel family;
    private final ImageStore store;
    private final TraceJournal journal;
    private final ProofLedger proofs;
    private final ProvenEngine engine;
    private final EngineEvents engineEvents;
    private final Gateway gateway;
    private final ControlClient control;
    private final String secret;
    private final BatchMaterializer trainerMaterializer;

    private DemoHouse(
            FamilyModel family,
            ImageStore store,
            TraceJournal journal,
            ProofLedger proofs,
            ProvenEngine engine,
            EngineEvents engineEvents,
            Gateway gateway,
            ControlClient control,
            String secret,
            BatchMaterializer trainerMaterializer) {
        this.family = family;
        this.store = store;
        this.journal = journal;
        this.proofs = proofs;
        this.engine = engine;
        this.engineEvents = engineEvents;
        this.gateway = gateway;
        this.control = control;
        this.secret = secret;
        this.trainerMaterializer = trainerMaterializer;
    }

    static DemoHouse open(RunFolder folder, Path checkpoint, EngineSetup setup) throws InterruptedException {
        FamilyModel family = Families.open(checkpoint);
        ProofLedger proofs = new ProofLedger();
        FileImageStore store = FileImageStore.open(StoreSettings.at(folder.images()));
        AllowedRoots roots = AllowedRoots.of(List.of(store.directory()));
        ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
        EngineEvents events = new EngineEvents();
        Engine answering = switch (setup.choice()) {
            case EngineChoice.Embedded() ->
                new EmbeddedEngine(
                        checkpoint,
                        new WeightVersion(0),
                        materializer(roots, decoder, family),
                        family.positionScheme(),
                        EmbeddedSettings.of(MODEL));
            case EngineChoice.Vllm(VllmAddress address) ->
                started(server(address, reader(roots), decoder, store, checkpoint, setup.server()), checkpoint);
            case EngineChoice.References(VllmAddress address) ->
                ReferenceEngine.open(address, ServedModels.of(address, Optional.empty(), checkpoint), setup.server());
            case EngineChoice.Sglang(VllmAddress address) ->
                started(
                        SglangEngine.open(
                                address,
                                ServedModels.of(address, Optional.empty(), checkpoint),
                                reader(roots),
                                decoder,
                                SglangSettings.DEFAULTS),
                        checkpoint);
            case EngineChoice.VllmPool(List<VllmAddress> addresses) ->
                started(
                        pool(
                                addresses,
                                family.visionTokens().imagePad(),
                                reader(roots),
                                decoder,
                                store,
                                checkpoint,
                                setup.server(),
                                events),
                        checkpoint);
        };
        ProvenEngine engine = new ProvenEngine(answering, family.visionTokens().imagePad(), proofs);
        TraceJournal journal = TraceJournal.open(folder.records());
        String secret = secret();
        Gateway gateway = Gateway.start(
                new GatewaySettings("127.0.0.1", 0, secret, folder.root(), BodyLimits.DEFAULTS, banned(family, setup)),
                store,
                new ImageResolver(reader(roots), decoder, family.imageProcessor()),
                family.renderer(),
                engine,
                journal,
                proofs);
        return new DemoHouse(
                family,
                store,
                journal,
                proofs,
                engine,
                events,
                gateway,
                new ControlClient(gateway.baseUrl(), secret),
                secret,
                new BatchMaterializer(
                        materializer(roots, ImageDecoder.proven(ImageLimits.DEFAULT), Families.open(checkpoint)),
                        family.positionScheme(),
                        proofs));
    }

    /** Whatever it served until now: a run begins with the weights that it names. */
    private static Engine started(Engine engine, Path checkpoint) throws InterruptedException {
        engine.loadWeights(checkpoint, new WeightVersion(0));
        return engine;
    }

    private static Set<Integer> banned(FamilyModel family, EngineSetup setup) {
        return switch (setup.visionTokens()) {
            case COUNTED -> Set.of();
            case BANNED -> family.visionTokens().ids();
        };
    }

    /** Each replica is proven by itself, so that the pool learns which one changed a prompt. */
    private static Engine pool(
            List<VllmAddress> addresses,
            int imagePad,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            Path checkpoint,
            VllmSettings settings,
            EngineEvents events)
            throws InterruptedException {
        List<Engine> replicas = new ArrayList<>();
        for (VllmAddress address : addresses) {
            replicas.add(new ProvenEngine(
                    server(address, reader, decoder, store, checkpoint, settings), imagePad, new ProofLedger()));
        }
        return new EnginePool(replicas, PoolSettings.DEFAULTS, events);
    }

    private static Engine server(
            VllmAddress address,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            Path checkpoint,
            VllmSettings settings)
            throws InterruptedException {
        return VllmEngine.open(
                address, ServedModels.of(address, Optional.empty(), checkpoint), reader, decoder, store, settings);
    }

    private static AssetReader reader(AllowedRoots roots) {
        return new AssetReader(roots, ImageLimits.DEFAULT.maxEncodedBytes());
    }

    /** Each side calls this for itself: reader, processor and cache are its own. */
    private static Materializer materializer(AllowedRoots roots, ImageDecoder decoder, FamilyModel family) {
        return new Materializer(
                reader(roots),
                decoder,
                family.imageProcessor(),
                new MaterializerSettings(PixelForm.FLOAT32, CACHE_BYTES, WORKING_BYTES));
    }

    private static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    FamilyModel family() {
        return family;
    }

    ImageStore store() {
        return store;
    }

    ProofLedger proofs() {
        return proofs;
    }

    ProvenEngine engine() {
        return engine;
    }

    EngineEvents engineEvents() {
        return engineEvents;
    }

    Gateway gateway() {
        return gateway;
    }

    ControlClient control() {
        return control;
    }

    /** What a trainer of another process needs to publish weights. */
    ControlFile controlFile(RunFolder folder) {
        return ControlFile.write(folder.root(), gateway.baseUrl(), secret, folder.weights());
    }

    BatchMaterializer trainerMaterializer() {
        return trainerMaterializer;
    }

    /** Makes everything committed durable; all that an interrupted run still has to do. */
    void closeRecords() {
        journal.close();
    }

    @Override
    public void close() {
        control.close();
        gateway.close();
        engine.close();
        journal.close();
    }
}
