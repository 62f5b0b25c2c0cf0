package dev.fovea.families.qwen;

import dev.fovea.chat.ChatTemplate;
import dev.fovea.chat.CompletionParser;
import dev.fovea.chat.CompletionParser.EmptyReasoning;
import dev.fovea.chat.JsonToolCalls;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.TemplateRenderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.chat.XmlToolCalls;
import dev.fovea.families.CheckpointFolder;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/** Renderers of Qwen's families: a template, and how calls are written. */
public final class QwenChat {

    private QwenChat() {}

    /** Calls are JSON objects; reasoning without a word is none. */
    public static Renderer withJsonCalls(Tokenizer tokenizer, QwenTokens tokens, ChatTemplate template) {
        CompletionParser parser = new CompletionParser(
                tokenizer,
                tokens.markers(tokenizer),
                new JsonToolCalls(tokenizer, tokens.toolCall(), tokens.toolCallEnd()),
                tokens.visionIds(),
                EmptyReasoning.NONE);
        return new TemplateRenderer(tokenizer, template, parser, imagePad(tokens));
    }

    /** Calls are functions with parameters in tags; reasoning without a word is reasoning. */
    public static Renderer withXmlCalls(Tokenizer tokenizer, QwenTokens tokens, ChatTemplate template) {
        CompletionParser parser = new CompletionParser(
                tokenizer,
                tokens.markers(tokenizer),
                new XmlToolCalls(tokenizer, tokens.toolCall(), tokens.toolCallEnd()),
                tokens.visionIds(),
                EmptyReasoning.EMPTY);
        return new TemplateRenderer(tokenizer, template, parser, imagePad(tokens));
    }

    private static OptionalInt imagePad(QwenTokens tokens) {
        int pad = tokens.vision().imagePad();
        return pad < 0 ? OptionalInt.empty() : OptionalInt.of(pad);
    }

    /** The model finds images by these ids; were they others than the tokenizer's, it would see none. */
    public static void checkIds(CheckpointFolder checkpoint, QwenTokens tokens) {
        checkId(checkpoint, "image_token_id", tokens.vision().imagePad());
        checkId(checkpoint, "vision_start_token_id", tokens.vision().start());
        checkId(checkpoint, "vision_end_token_id", tokens.vision().end());
    }

    private static void checkId(CheckpointFolder checkpoint, String name, int id) {
        JsonNode configured = checkpoint.settings("config.json").path(name);
        if (!configured.isMissingNode() && !(configured.isInt() && configured.intValue() == id)) {
            throw checkpoint.refused("config.json has " + name + " " + configured + ", its tokenizer " + id);
        }
    }
}
