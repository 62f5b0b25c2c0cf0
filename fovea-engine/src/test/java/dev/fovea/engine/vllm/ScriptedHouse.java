package dev.fovea.engine.vllm;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.StoreSettings;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.PixelBackend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Our side of a scripted server: a store below its allowed folder, a real processor, and prompts with stored pictures. */
final class ScriptedHouse {

    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    static final ImageProcessor PROCESSOR =
            new QwenVlImageProcessor(new QwenVlSettings(16, 2, 2, 1_024, 65_536, HALF, HALF), PixelBackend.TORCHVISION);
    static final ServedModel MODEL = new ServedModel(
            "tiny", PROCESSOR, ScriptedVllm.PAD, TokenIds.of(ScriptedVllm.START), TokenIds.of(ScriptedVllm.END), 100);
    static final VllmSettings SETTINGS =
            VllmSettings.defaults().withTimeout(Duration.ofSeconds(30)).withCacheBytes(1 << 20);

    final Path run;
    final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    final FileImageStore store;
    final AssetReader reader;

    ScriptedHouse(Path run) {
        this.run = run;
        this.store = FileImageStore.open(StoreSettings.at(run.resolve("assets")));
        this.reader = new AssetReader(AllowedRoots.of(List.of(run)), 1 << 20);
    }

    ScriptedVllm server() {
        return server(decoder);
    }

    /** A server whose loader opens pictures by another policy. */
    ScriptedVllm server(ImageDecoder loader) {
        try {
            return new ScriptedVllm(PROCESSOR, loader, run);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    VllmEngine open(ScriptedVllm server, VllmSettings settings) throws InterruptedException {
        return VllmEngine.open(server.address(), MODEL, reader, decoder, store, settings);
    }

    static GenerateRequest text(double temperature) {
        return request("turn-1", ExpandedIds.of(1, 2, 3), MultiModalData.none(), temperature);
    }

    GenerateRequest withImages(ProbePicture... pictures) {
        TokenIds ids = TokenIds.of(5);
        MultiModalData images = MultiModalData.none();
        for (ResolvedImage image : Stream.of(pictures).map(this::stored).toList()) {
            ids = ids.concat(MODEL.beforeImage());
            images = images.merge(new MultiModalData(List.of(image.at(ids.size()))));
            int[] pads = new int[image.placeholderLength()];
            Arrays.fill(pads, ScriptedVllm.PAD);
            ids = ids.concat(TokenIds.of(pads)).concat(MODEL.afterImage());
        }
        return request("turn-2", new ExpandedIds(ids), images, 1);
    }

    static GenerateRequest request(String id, ExpandedIds prompt, MultiModalData images, double temperature) {
        return new GenerateRequest(
                id,
                "session",
                prompt,
                images,
                new SamplingParameters(temperature, 1, 4, OptionalLong.empty()),
                Set.of(7));
    }

    ResolvedImage stored(ProbePicture picture) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] url = picture.dataUrl().getBytes(StandardCharsets.US_ASCII);
            upload.write(url, 0, url.length);
            return new ImageResolver(reader, decoder, PROCESSOR)
                    .resolve(upload.finish().uri());
        }
    }
}
