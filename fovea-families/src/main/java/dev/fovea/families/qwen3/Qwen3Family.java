package dev.fovea.families.qwen3;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.ModelFamily;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.TextOnly;
import dev.fovea.families.qwen.QwenChat;
import dev.fovea.families.qwen.QwenTokens;
import java.util.Set;

/** Qwen3, text only. */
public final class Qwen3Family implements ModelFamily {

    private static final ForwardPolicy FORWARD_POLICY = new ForwardPolicy(true, false);

    @Override
    public String name() {
        return "qwen3";
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("qwen3", "qwen3_moe");
    }

    @Override
    public Renderer renderer(Tokenizer tokenizer, RendererSettings settings) {
        settings.requireOnly(name(), Set.of("enable_thinking"));
        QwenTokens tokens = QwenTokens.text(tokenizer);
        return QwenChat.withJsonCalls(tokenizer, tokens, new Qwen3Template(tokens, Qwen3Settings.of(settings)));
    }

    @Override
    public FamilyModel open(CheckpointFolder checkpoint, RendererSettings settings) {
        Tokenizer tokenizer = BytePairTokenizer.read(checkpoint.file("tokenizer.json"));
        TextOnly text = new TextOnly(name());
        return new FamilyModel(
                name(),
                tokenizer,
                renderer(tokenizer, settings),
                text,
                text,
                QwenTokens.text(tokenizer).vision(),
                FORWARD_POLICY);
    }
}
