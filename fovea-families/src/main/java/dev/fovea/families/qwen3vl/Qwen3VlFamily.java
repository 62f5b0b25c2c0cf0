package dev.fovea.families.qwen3vl;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.ForwardPolicy;
import dev.fovea.families.ModelFamily;
import dev.fovea.families.VisionTokens;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.PixelBackend;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

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
    public FamilyModel open(CheckpointFolder checkpoint) {
        refuseThinking(checkpoint);
        Tokenizer tokenizer = BytePairTokenizer.read(checkpoint.file("tokenizer.json"));
        VisionTokens vision = Qwen3VlTokens.of(tokenizer).vision();
        checkId(checkpoint, "image_token_id", vision.imagePad());
        checkId(checkpoint, "vision_start_token_id", vision.start());
        checkId(checkpoint, "vision_end_token_id", vision.end());
        QwenVlSettings images = QwenVlSettings.read(checkpoint.path());
        return new FamilyModel(
                name(),
                tokenizer,
                new Qwen3VlRenderer(tokenizer, Qwen3VlSettings.defaults()),
                new QwenVlImageProcessor(images, PixelBackend.TORCHVISION),
                new Qwen3VlPositions(images.mergeSize()),
                vision,
                FORWARD_POLICY);
    }

    /** The model finds images by these ids; were they others than the tokenizer's, it would see none. */
    private static void checkId(CheckpointFolder checkpoint, String name, int id) {
        JsonNode configured = checkpoint.settings("config.json").path(name);
        if (!configured.isMissingNode() && !(configured.isInt() && configured.intValue() == id)) {
            throw checkpoint.refused("config.json has " + name + " " + configured + ", its tokenizer " + id);
        }
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
