package dev.fovea.families.qwen35;

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
import dev.fovea.families.qwen3vl.Qwen3VlPositions;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.PixelBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A family of the three. All of them have the same model types: which one a checkpoint is, its template tells, since only a
 * template that knows a switch spells its name.
 */
abstract sealed class Qwen35Checkpoint implements ModelFamily permits Qwen35Family, Qwen36Family, Qwen38Family {

    /** As Qwen3-VL: the model numbers three axes by itself where images are, and must be told where they are. */
    private static final ForwardPolicy FORWARD_POLICY = new ForwardPolicy(false, true);

    private static final List<String> TEMPLATE_FILES =
            List.of("chat_template.jinja", "chat_template.json", "tokenizer_config.json");

    private final Qwen35Variant variant;

    Qwen35Checkpoint(Qwen35Variant variant) {
        this.variant = variant;
    }

    @Override
    public String name() {
        return variant.family();
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("qwen3_5", "qwen3_5_moe");
    }

    @Override
    public boolean serves(CheckpointFolder checkpoint) {
        return variantOf(checkpoint) == variant;
    }

    private static Qwen35Variant variantOf(CheckpointFolder checkpoint) {
        if (knows(checkpoint, "reasoning_effort")) {
            return Qwen35Variant.QWEN38;
        }
        return knows(checkpoint, "preserve_thinking") ? Qwen35Variant.QWEN36 : Qwen35Variant.QWEN35;
    }

    private static boolean knows(CheckpointFolder checkpoint, String word) {
        return TEMPLATE_FILES.stream().anyMatch(file -> checkpoint.contains(file, word));
    }

    @Override
    public Renderer renderer(Tokenizer tokenizer, RendererSettings settings) {
        QwenTokens tokens = QwenTokens.withVision(tokenizer);
        return QwenChat.withXmlCalls(
                tokenizer, tokens, new Qwen35Template(tokens, Qwen35Settings.of(variant, settings)));
    }

    @Override
    public FamilyModel open(CheckpointFolder checkpoint, RendererSettings settings) {
        Tokenizer tokenizer = BytePairTokenizer.read(checkpoint.file("tokenizer.json"));
        QwenTokens tokens = QwenTokens.withVision(tokenizer);
        QwenChat.checkIds(checkpoint, tokens);
        QwenVlSettings images = QwenVlSettings.read(checkpoint.path());
        return new FamilyModel(
                name(),
                tokenizer,
                renderer(tokenizer, named(settings, checkpoint)),
                new QwenVlImageProcessor(images, PixelBackend.TORCHVISION),
                new Qwen3VlPositions(images.mergeSize()),
                tokens.vision(),
                FORWARD_POLICY);
    }

    /** A folder is often named like its model. */
    private static RendererSettings named(RendererSettings settings, CheckpointFolder checkpoint) {
        Path folder = checkpoint.path().toAbsolutePath().normalize().getFileName();
        return settings.model().isPresent() || folder == null ? settings : settings.with("model", folder.toString());
    }
}
