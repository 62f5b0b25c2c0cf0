package dev.fovea.families.kimik2;

import dev.fovea.chat.CompletionParser.EmptyReasoning;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.ModelFamily;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.TextOnly;
import dev.fovea.families.kimi.KimiChat;
import dev.fovea.families.kimi.KimiTokens;
import dev.fovea.families.kimi.KimiToolCalls;
import dev.fovea.families.kimi.KimiVocabulary;
import java.util.List;
import java.util.Set;

/** Kimi-K2 Instruct, text only. */
public final class KimiK2Family implements ModelFamily {

    private static final ForwardPolicy FORWARD_POLICY = new ForwardPolicy(true, false);

    private static final List<String> TEMPLATE_FILES = List.of("chat_template.jinja", "tokenizer_config.json");

    @Override
    public String name() {
        return "kimi-k2";
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("kimi_k2");
    }

    @Override
    public Renderer renderer(Tokenizer tokenizer, RendererSettings settings) {
        settings.requireOnly(name(), Set.of("enable_thinking"));
        KimiTokens tokens = KimiTokens.text(tokenizer);
        return KimiChat.renderer(
                tokenizer,
                tokens,
                new KimiK2Template(tokens, KimiK2Settings.of(settings)),
                decoder -> new KimiToolCalls(decoder, tokens),
                EmptyReasoning.NONE);
    }

    @Override
    public FamilyModel open(CheckpointFolder checkpoint, RendererSettings settings) {
        refuseThinking(checkpoint);
        Tokenizer tokenizer = KimiVocabulary.read(checkpoint);
        TextOnly text = new TextOnly(name());
        return new FamilyModel(
                name(),
                tokenizer,
                renderer(tokenizer, settings),
                text,
                text,
                KimiTokens.text(tokenizer).vision(),
                FORWARD_POLICY);
    }

    /** Thinking checkpoints have the same model type and another template, which shows reasoning. */
    private static void refuseThinking(CheckpointFolder checkpoint) {
        for (String file : TEMPLATE_FILES) {
            if (checkpoint.contains(file, "reasoning_content")) {
                throw checkpoint.refused(
                        file + " is the template of a Thinking model, which this family does not serve");
            }
        }
    }
}
