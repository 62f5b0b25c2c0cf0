package dev.fovea.families.kimik25;

import dev.fovea.chat.CompletionParser.EmptyReasoning;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.ModelFamily;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.kimi.KimiChat;
import dev.fovea.families.kimi.KimiTokens;
import dev.fovea.families.kimi.KimiVocabulary;
import dev.fovea.vision.PixelBackend;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Kimi-K2.5 and K2.6, which share model type, template and processor. */
public final class KimiK25Family implements ModelFamily {

    /** One axis of positions, whether images are there or not. */
    private static final ForwardPolicy FORWARD_POLICY = new ForwardPolicy(true, false);

    private static final String PAD_ID = "media_placeholder_token_id";

    @Override
    public String name() {
        return "kimi-k2.5";
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("kimi_k25");
    }

    @Override
    public Renderer renderer(Tokenizer tokenizer, RendererSettings settings) {
        KimiTokens tokens = KimiTokens.withVision(tokenizer);
        return KimiChat.renderer(
                tokenizer,
                tokens,
                new KimiK25Template(tokens, KimiK25ChatSettings.of(name(), settings)),
                decoder -> new KimiK25ToolCalls(decoder, tokens),
                EmptyReasoning.EMPTY_IF_WHITE);
    }

    @Override
    public FamilyModel open(CheckpointFolder checkpoint, RendererSettings settings) {
        Tokenizer tokenizer = KimiVocabulary.read(checkpoint);
        KimiTokens tokens = KimiTokens.withVision(tokenizer);
        checkPad(checkpoint, tokens.vision().imagePad());
        return new FamilyModel(
                name(),
                tokenizer,
                renderer(tokenizer, settings),
                new KimiK25ImageProcessor(KimiK25Config.read(checkpoint), PixelBackend.PIL),
                new KimiK25Positions(),
                tokens.vision(),
                FORWARD_POLICY);
    }

    /** The model finds images by this id; were it another than the tokenizer's, it would see none. */
    private static void checkPad(CheckpointFolder checkpoint, int pad) {
        JsonNode configured = checkpoint.settings("config.json").path(PAD_ID);
        if (!configured.isMissingNode() && !(configured.isInt() && configured.intValue() == pad)) {
            throw checkpoint.refused("config.json has " + PAD_ID + " " + configured + ", its tokenizer " + pad);
        }
    }
}
