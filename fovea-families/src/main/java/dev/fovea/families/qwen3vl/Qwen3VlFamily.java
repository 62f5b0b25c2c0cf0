package dev.fovea.families.qwen3vl;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.ForwardPolicy;
import dev.fovea.families.ModelFamily;
import dev.fovea.families.qwenvl.QwenVlBackend;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import java.util.Set;

/** Qwen3-VL Instruct. */
public final class Qwen3VlFamily implements ModelFamily {

    /** The model numbers three axes by itself where images are, and must be told where they are. */
    private static final ForwardPolicy FORWARD_POLICY = new ForwardPolicy(false, true);

    @Override
    public String name() {
        return "qwen3-vl";
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("qwen3_vl");
    }

    @Override
    public FamilyModel open(CheckpointFolder checkpoint) {
        Tokenizer tokenizer = BytePairTokenizer.read(checkpoint.file("tokenizer.json"));
        QwenVlSettings images = QwenVlSettings.read(checkpoint.path());
        return new FamilyModel(
                name(),
                tokenizer,
                new Qwen3VlRenderer(tokenizer, Qwen3VlSettings.defaults()),
                new QwenVlImageProcessor(images, QwenVlBackend.TORCHVISION),
                new Qwen3VlPositions(images.mergeSize()),
                Qwen3VlTokens.of(tokenizer).vision(),
                FORWARD_POLICY);
    }
}
