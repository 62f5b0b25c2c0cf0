package dev.fovea.cli;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.chat.TrainedTokenizer;
import dev.fovea.client.ControlClient;
import dev.fovea.client.OpenRollout;
import dev.fovea.client.OpenedRollout;
import dev.fovea.client.RolloutSampling;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TokenIds;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.qwen3vl.Qwen3VlVocabulary;
import dev.fovea.gateway.BodyLimits;
import dev.fovea.gateway.Gateway;
import dev.fovea.gateway.GatewaySettings;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJournal;
import dev.fovea.trace.TraceJson;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageResolver;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** A real gateway over a scripted engine, with Qwen3-VL's official image limits and a small tokenizer. */
final class TestGateway implements AutoCloseable {

    static final String SECRET = "control";

    private final Path images;
    private final Path records;
    private final FamilyModel family;
    private final ScriptedEngine engine;
    private final ProofLedger proofs = new ProofLedger();
    private final TraceJournal journal;
    private final Gateway gateway;
    private final ControlClient control;
    private final HttpClient http = HttpClient.newHttpClient();

    TestGateway(Path folder) throws IOException {
        this(folder, BodyLimits.DEFAULTS);
    }

    TestGateway(Path folder, BodyLimits limits) throws IOException {
        this(folder, 0, limits, 0);
    }

    TestGateway(Path folder, int port, BodyLimits limits, long freeSpaceFloorBytes) throws IOException {
        this(folder, port, limits, freeSpaceFloorBytes, family -> Set.of());
    }

    TestGateway(
            Path folder,
            int port,
            BodyLimits limits,
            long freeSpaceFloorBytes,
            Function<FamilyModel, Set<Integer>> bannedIds)
            throws IOException {
        this.images = folder.resolve("images");
        this.records = folder.resolve("records");
        this.family = Families.open(checkpoint(Files.createDirectories(folder.resolve("checkpoint"))));
        this.engine = new ScriptedEngine(family.tokenizer()
                .encode("Hi")
                .concat(TokenIds.of(family.renderer().stopTokenIds().iterator().next())));
        FileImageStore store = FileImageStore.open(new StoreSettings(images, 64 << 20, freeSpaceFloorBytes, 1 << 20));
        ImageResolver resolver = new ImageResolver(
                new AssetReader(AllowedRoots.of(List.of(store.directory())), 64 << 20),
                ImageDecoder.proven(ImageLimits.DEFAULT),
                family.imageProcessor());
        this.journal = TraceJournal.open(records);
        this.gateway = Gateway.start(
                new GatewaySettings("127.0.0.1", port, SECRET, folder, limits, bannedIds.apply(family)),
                store,
                resolver,
                family.renderer(),
                new ProvenEngine(engine, family.visionTokens().imagePad(), proofs),
                journal,
                proofs);
        this.control = new ControlClient(gateway.baseUrl(), SECRET);
    }

    static Path checkpoint(Path folder) throws IOException {
        TrainedTokenizer tokenizer = Qwen3VlVocabulary.train(List.of("Look at the picture."), 20);
        tokenizer.write(folder, Qwen3VlVocabulary.settings(100_000));
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"qwen3_vl\"}");
        Files.writeString(folder.resolve("preprocessor_config.json"), """
                {"image_processor_type": "Qwen2VLImageProcessorFast", "processor_class": "Qwen3VLProcessor",
                 "patch_size": 16, "temporal_patch_size": 2, "merge_size": 2,
                 "size": {"shortest_edge": 65536, "longest_edge": 16777216},
                 "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}
                """);
        return folder;
    }

    FamilyModel family() {
        return family;
    }

    ScriptedEngine engine() {
        return engine;
    }

    ProofLedger proofs() {
        return proofs;
    }

    ControlClient control() {
        return control;
    }

    Gateway gateway() {
        return gateway;
    }

    Path images() {
        return images;
    }

    Path records() {
        return records;
    }

    OpenedRollout open() throws InterruptedException {
        return control.open(new OpenRollout(
                "task", "group", "test", "m", new RolloutSampling(1.0, OptionalInt.empty(), OptionalLong.empty())));
    }

    Trace trace(OpenedRollout rollout) throws InterruptedException {
        return TraceJson.read(control.trace(rollout.id()));
    }

    HttpResponse<String> post(String path, String bearer, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.baseUrl().resolve(path))
                .header("Authorization", "Bearer " + bearer)
                .POST(BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** A chat request in a rollout. */
    HttpResponse<String> chat(OpenedRollout rollout, byte[] body, String... headers)
            throws IOException, InterruptedException {
        return post("/v1/chat/completions", rollout.secret(), body, headers);
    }

    HttpResponse<String> get(String path, String bearer) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(gateway.baseUrl().resolve(path))
                        .header("Authorization", "Bearer " + bearer)
                        .GET()
                        .build(),
                BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.close();
        control.close();
        gateway.close();
        journal.close();
    }
}
