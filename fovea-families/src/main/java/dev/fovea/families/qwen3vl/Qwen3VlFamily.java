package dev.fovea.families.qwen3vl;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.ModelFamily;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.qwen.QwenChat;
import dev.fovea.families.qwen.QwenTokens;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.PixelBackend;
import java.util.List;
import java.util.Set;

/** Qwen3-VL Instruct. */
public final class Qwen3VlFamily implements ModelFamily {

    /** The model numbers three axes by itself where images are, and must be told where they are. */
    private static final ForwardPolicy FORWARD_POLICY = new ForwardPolicy(false, true);

    private static final List<String> TEMPLATE_FILES =
            List.of("chat_template.jinja", "chat_template.json", "tokenizer_config.json");

    @Override
    public String name() {
        return "qwen3-vl";
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("qwen3_vl", "qwen3_vl_moe");
    }

    @Override
    public Renderer renderer(Tokenizer tokenizer, RendererSettings settings) {
        settings.requireOnly(name(), Set.of("add_vision_id", "image_cache_max"));
        QwenTokens tokens = QwenTokens.withVision(tokenizer);
        return QwenChat.withJsonCalls(tokenizer, tokens, new Qwen3VlTemplate(tokens, Qwen3VlSettings.of(settings)));
    }

    @Override
    public FamilyModel open(CheckpointFolder checkpoint, RendererSettings settings) {
        refuseThinking(checkpoint);
        Tokenizer tokenizer = BytePairTokenizer.read(checkpoint.file("tokenizer.json"));
        QwenTokens tokens = QwenTokens.withVision(tokenizer);
        QwenChat.checkIds(checkpoint, tokens);
        QwenVlSettings images = QwenVlSettings.read(checkpoint.path());
        return new FamilyModel(
                name(),
                tokenizer,
                renderer(tokenizer, settings),
                new QwenVlImageProcessor(images, PixelBackend.TORCHVISION),
                new Qwen3VlPositions(images.mergeSize()),
                tokens.vision(),
                FORWARD_POLICY);
    }

    /** Thinking checkpoints have the same model type and another template: they begin every answer inside reasoning. */
    private static void refuseThinking(CheckpointFolder checkpoint) {
        for (String file : TEMPLATE_FILES) {
            if (checkpoint.contains(file, "assistant\\n<think>")) {
                throw checkpoint.refused(
                        file + " is the template of a Thinking model, which this family does not serve");
            }
        }
    }
}
