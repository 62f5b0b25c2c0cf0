package dev.fovea.cli.engine;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.cli.image.PolicyConverter;
import dev.fovea.engine.vllm.ImageMode;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmSettings;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command needs that stands before a server. */
final class ServerOptions {

    @Option(
            names = "--model",
            paramLabel = "DIR",
            required = true,
            description = "Checkpoint folder that the server serves.")
    private @Nullable Path model;

    @Option(
            names = "--served-model-name",
            paramLabel = "NAME",
            description = "The model's name at the server. Default: the only one that it serves.")
    private @Nullable String name;

    @Option(
            names = "--image-mode",
            paramLabel = "MODE",
            description = "content_parts or features. Default: chosen per request among what the handshake proved.")
    private @Nullable ImageMode mode;

    @Option(
            names = "--pixel-form",
            paramLabel = "FORM",
            description = "uint8, float32 or bfloat16: the form of pixels where the server lets nobody find it out.")
    private @Nullable PixelForm statedForm;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "plain",
            converter = PolicyConverter.class,
            description = "Decode policy of the run. Default: ${DEFAULT-VALUE}.")
    private DecodePolicy policy = DecodePolicy.PLAIN;

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("picocli fills required options");
        }
        return value;
    }

    ServedModel served(VllmAddress address) throws InterruptedException {
        return ServedModels.of(address, Optional.ofNullable(name), required(model));
    }

    /** Created where it does not exist yet: a root must exist before anything below it is allowed. */
    static FileImageStore store(Path runDir) {
        return FileImageStore.open(StoreSettings.at(runDir.resolve("assets")));
    }

    static AssetReader reader(Path runDir, FileImageStore store) {
        return new AssetReader(
                AllowedRoots.of(List.of(runDir, store.directory())), ImageLimits.DEFAULT.maxEncodedBytes());
    }

    ImageDecoder decoder() {
        return ImageDecoder.proven(ImageLimits.DEFAULT, policy);
    }

    VllmSettings settings() {
        return VllmSettings.defaults()
                .withMode(Optional.ofNullable(mode))
                .withStatedForm(Optional.ofNullable(statedForm));
    }
}
