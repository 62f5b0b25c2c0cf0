package dev.fovea.cli.engine;

import dev.fovea.contract.TokenIds;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmEngine;
import dev.fovea.families.Families;
import dev.fovea.families.ImageProcessors;
import dev.fovea.families.VisionTokens;
import java.nio.file.Path;
import java.util.Optional;

/** What a server must be told of a checkpoint. */
public final class ServedModels {

    private ServedModels() {}

    /**
     * The model behind an address.
     *
     * @param name as the server names it; where absent, the only one that it serves
     * @param checkpoint the folder that it serves; a family without a renderer will do
     */
    public static ServedModel of(VllmAddress address, Optional<String> name, Path checkpoint)
            throws InterruptedException {
        VisionTokens tokens = ImageProcessors.tokens(checkpoint)
                .orElseGet(() -> Families.open(checkpoint).visionTokens());
        return new ServedModel(
                name.isPresent() ? name.get() : VllmEngine.onlyModel(address),
                ImageProcessors.open(checkpoint),
                tokens.imagePad(),
                TokenIds.of(tokens.start()),
                TokenIds.of(tokens.end()),
                // every special token is above all text, so that the pad is inside
                tokens.imagePad() + 1);
    }
}
