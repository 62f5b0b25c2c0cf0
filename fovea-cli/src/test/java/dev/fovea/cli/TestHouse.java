package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.client.ControlClient;
import dev.fovea.client.OpenRollout;
import dev.fovea.client.OpenedRollout;
import dev.fovea.client.RolloutSampling;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.gateway.BodyLimits;
import dev.fovea.gateway.Gateway;
import dev.fovea.gateway.GatewaySettings;
import dev.fovea.policy.EmbeddedEngine;
import dev.fovea.policy.EmbeddedSettings;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJournal;
import dev.fovea.trace.TraceJson;
import dev.fovea.training.PackSettings;
import dev.fovea.training.Packer;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.feed.BatchMaterializer;
import dev.fovea.training.feed.TrainerBatch;
import dev.fovea.training.transport.FileSystemTransport;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerSettings;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every real part between a picture and a trainer's pixels, on a checkpoint that has learned nothing. */
final class TestHouse implements AutoCloseable {

    private static final String SECRET = "control";
    private static final long CACHE_BYTES = 16L << 20;

    private final Path folder;
    private final FamilyModel family;
    private final FileImageStore store;
    private final ProofLedger proofs = new ProofLedger();
    private final TamperingEngine engine;
    private final TraceJournal journal;
    private final Gateway gateway;
    private final ControlClient control;
    private final HttpClient http = HttpClient.newHttpClient();

    TestHouse(Path folder, Path checkpoint) {
        this.folder = folder;
        this.family = Families.open(checkpoint);
        this.store = FileImageStore.open(new StoreSettings(folder.resolve("images"), 64 << 20, 0, 1 << 20));
        this.engine = new TamperingEngine(new EmbeddedEngine(
                checkpoint,
                new WeightVersion(0),
                materializer(family),
                family.positionScheme(),
                EmbeddedSettings.of("m")));
        ProvenEngine proven = new ProvenEngine(engine, family.visionTokens().imagePad(), proofs);
        this.journal = TraceJournal.open(folder.resolve("records"));
        this.gateway = Gateway.start(
                new GatewaySettings("127.0.0.1", 0, SECRET, folder, BodyLimits.DEFAULTS),
                store,
                new ImageResolver(reader(), ImageDecoder.proven(ImageLimits.DEFAULT), family.imageProcessor()),
                family.renderer(),
                proven,
                journal,
                proofs);
        this.control = new ControlClient(gateway.baseUrl(), SECRET);
    }

    private AssetReader reader() {
        return new AssetReader(AllowedRoots.of(List.of(store.directory())), ImageLimits.DEFAULT.maxEncodedBytes());
    }

    private Materializer materializer(FamilyModel side) {
        return new Materializer(
                reader(),
                ImageDecoder.proven(ImageLimits.DEFAULT),
                side.imageProcessor(),
                new MaterializerSettings(PixelForm.FLOAT32, CACHE_BYTES, CACHE_BYTES));
    }

    FamilyModel family() {
        return family;
    }

    ProofLedger proofs() {
        return proofs;
    }

    TamperingEngine engine() {
        return engine;
    }

    Path images() {
        return store.directory();
    }

    OpenedRollout open() throws InterruptedException {
        return control.open(new OpenRollout(
                "task", "group", "test", "m", new RolloutSampling(1.0, OptionalInt.of(3), OptionalLong.of(1))));
    }

    /** One rollout, an image a turn. */
    Trace play(List<String> urls) throws IOException, InterruptedException {
        OpenedRollout rollout = open();
        List<String> said = new ArrayList<>();
        for (String url : urls) {
            said.add(parts(image(url), text("What is it?")));
            HttpResponse<String> answer = chat(rollout, messages(said.toArray(String[]::new)));
            if (answer.statusCode() != 200) {
                throw new AssertionError(answer.statusCode() + " " + answer.body());
            }
            said.add(reply(answer.body()));
        }
        return close(rollout);
    }

    private static String reply(String answer) {
        JsonNode message = new JsonMapper().readTree(answer).at("/choices/0/message");
        return message.toString();
    }

    HttpResponse<String> chat(OpenedRollout rollout, byte[] body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(gateway.baseUrl().resolve("/v1/chat/completions"))
                        .header("Authorization", "Bearer " + rollout.secret())
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    Trace close(OpenedRollout rollout) throws InterruptedException {
        return TraceJson.read(control.close(rollout.id()));
    }

    List<TrainingSample> samples(Trace trace) {
        return new SampleBuilder(proofs)
                .sampled(trace).stream().map(sample -> sample.withAdvantage(1)).toList();
    }

    /** Packs, sends and receives. */
    List<MicroBatch> rows(List<TrainingSample> samples) {
        return rows(samples, new PackSettings(1024, 8));
    }

    List<MicroBatch> rows(List<TrainingSample> samples, PackSettings settings) {
        List<MicroBatch> packed = new Packer(settings, proofs).pack(samples).rows();
        FileSystemTransport transport = new FileSystemTransport(folder);
        try (StepSender<MicroBatch> sender = transport.sendRows(1);
                StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            try (OutgoingStep<MicroBatch> step = sender.begin(sender.committed().orElse(0) + 1, packed.size())) {
                packed.forEach(row -> step.add(0, row));
                step.commit();
            }
            List<MicroBatch> received = new ArrayList<>();
            try (IncomingStep<MicroBatch> step = receiver.poll(Duration.ZERO).orElseThrow()) {
                step.forEach(received::add);
                step.release();
            }
            return received;
        }
    }

    /** The trainer's side with the engine's settings, but parts of its own. */
    List<TrainerBatch> materialize(List<MicroBatch> rows) {
        return materialize(rows, family);
    }

    List<TrainerBatch> materialize(List<MicroBatch> rows, FamilyModel side) {
        BatchMaterializer trainer = new BatchMaterializer(materializer(side), side.positionScheme(), proofs);
        return rows.stream().map(trainer::materialize).toList();
    }

    @Override
    public void close() {
        http.close();
        control.close();
        gateway.close();
        engine.close();
        journal.close();
    }
}
