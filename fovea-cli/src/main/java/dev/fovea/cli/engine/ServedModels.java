package dev.fovea.cli.engine;

import dev.fovea.contract.TokenIds;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmEngine;
import dev.fovea.families.FamilyModel;
import java.util.Optional;

/** What a server must be told of a checkpoint. */
public final class ServedModels {

    private ServedModels() {}

    /**
     * The model behind an address.
     *
     * @param name as the server names it; where absent, the only one that it serves
     */
    public static ServedModel of(VllmAddress address, Optional<String> name, FamilyModel family)
            throws InterruptedException {
        return new ServedModel(
                name.isPresent() ? name.get() : VllmEngine.onlyModel(address),
                family.imageProcessor(),
                family.visionTokens().imagePad(),
                TokenIds.of(family.visionTokens().start()),
                TokenIds.of(family.visionTokens().end()),
                family.tokenizer().vocabulary());
    }
}
